/** proof/venue/mutants/catalog: all core mutants, by category. */
import type { CoreMutant } from './mutant.ts';
import { AMOUNT_MUTANTS } from './rows/amounts.ts';
import { FEE_MUTANTS } from './rows/fees.ts';
import { FOLD_MUTANTS } from './rows/folds.ts';
import { GROWTH_MUTANTS } from './rows/growth.ts';
import { LIFE_MUTANTS } from './rows/life.ts';
import { MONEY_MUTANTS } from './rows/money.ts';
import { NEGATIVE_RISK_MUTANTS } from './rows/negative-risk.ts';
import { PRIORITY_MUTANTS } from './rows/priority.ts';
import { RECORD_MUTANTS } from './rows/records.ts';
import { SETTLEMENT_MUTANTS } from './rows/settlement.ts';
import { TIME_MUTANTS } from './rows/time.ts';

export const CORE_MUTANTS: readonly CoreMutant[] = [
  ...PRIORITY_MUTANTS,
  ...AMOUNT_MUTANTS,
  ...MONEY_MUTANTS,
  ...LIFE_MUTANTS,
  ...FEE_MUTANTS,
  ...SETTLEMENT_MUTANTS,
  ...NEGATIVE_RISK_MUTANTS,
  ...TIME_MUTANTS,
  ...FOLD_MUTANTS,
  ...RECORD_MUTANTS,
  ...GROWTH_MUTANTS,
];
