/** tidy/docs/shorter: the same command with less work, for a document that does not show its output. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { CheckId } from '../../conformance/check-ids.generated.ts';
import { matcherOf } from '../../conformance/execution/schedule.ts';
import { allQuirks, mutantsForProperties } from '../../proof/judge/catalog.ts';
import { profileMutants } from '../../proof/judge/profile-catalog.ts';

const root = join(import.meta.dirname, '../..');

/** Added flags follow those of the document and replace their values. */
export function shorter(words: readonly string[], exitCode: number): readonly string[] {
  const args = words.map((word) => {
    if (word === 'medium') return 'small';
    return /^scenarios(?:\/|$)/.test(word) ? fewScenarios(word, words) : word;
  });
  const has = (flag: string): boolean => args.includes(flag);
  switch (args[0]) {
    case 'mutants':
    case 'quirks': {
      const names =
        args[0] === 'quirks'
          ? allQuirks.flatMap(({ id, alternative }) => [id, alternative?.decision ?? id])
          : [...mutantsForProperties, ...profileMutants].flatMap(({ id, breaks, family }) => [id, breaks, family]);
      const patterns = args.filter((_, index) => args[index - 1] === '--only');
      expect(patterns.filter((pattern) => !names.some((name) => matcherOf([pattern])(name)))).toEqual([]);
      return [...args, '--help'];
    }
    case 'soak':
      return has('--commands') ? args : [...args, '--commands', '100'];
    case 'backtest':
      if (has('agents')) return [...args, '--hours', '0.05'];
      return args.some((word) => word.includes('quotes-2026')) ? [...args, '--to', '2026-07-10T20:40:00Z'] : args;
    case 'check':
      return has('--only') || has('--list') || has('--har') ? args : [...args, ...fewChecks(args, exitCode)];
    default:
      return args;
  }
}

/** A small folder of the library, or a folder with the tags of a command. */
function fewScenarios(word: string, words: readonly string[]): string {
  expect(existsSync(join(root, word)), word).toBe(true);
  return `scenarios/library/${words.includes('--tags') ? 'orders' : 'catalog'}`;
}

function fewChecks(args: readonly string[], exitCode: number): readonly string[] {
  const target = args.includes('--world') ? ['--in-process'] : [];
  // The shown expectations are of these.
  const few: readonly CheckId[] = args.includes('--expect')
    ? ['positions.limit.over-max', 'closed-positions.shape']
    : ['markets.shape'];
  const rest = exitCode === 5 ? [] : ['--min-coverage', '0'];
  return [...target, ...few.flatMap((id) => ['--only', id]), ...rest];
}
