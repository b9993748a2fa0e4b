/** conformance/ids tests: a misspelled id of a check, or in a check, is an error of the compiler. */
import { expect, it } from 'vitest';
import type { CheckContext, Exchange } from './check.ts';
import type { CheckId } from './check-ids.generated.ts';
import { refusal, success } from './checks/assertions.ts';
import { check } from './checks/definition.ts';
import { allChecks } from './suite.ts';

const run = async (): Promise<void> => undefined;

it('misspelled ids are errors of the compiler', () => {
  const checks = [
    // @ts-expect-error The check is called markets.shape.
    'markets.shapes' satisfies CheckId,
    // @ts-expect-error So is that of the suite.
    allChecks().find(({ id }) => id === 'markets.shapes')?.id,
    // @ts-expect-error A clause that a check lists.
    check('markets', 'x', { title: 'x', clauses: ['4.11/limit.maxx'], run }),
    // @ts-expect-error The route of a check.
    check('marketz', 'x', { title: 'x', clauses: ['4.11/limit.max'], run }),
  ];
  expect(checks).toHaveLength(4);
});

it('so are those in judgements', () => {
  const judged = (context: CheckContext, of: Exchange): void => {
    // @ts-expect-error A clause that is judged.
    context.judge({ clauses: '4.11/limit.maxx', of, must: { status: '2xx' } });
    // @ts-expect-error One of several.
    context.judge(success(['4.11/limit.max', 'D/filter-unknowns'], of, 'x'));
    // @ts-expect-error A clause that is computed.
    context.judge(refusal(`D/statuses.${'not-fond' as const}`, of, 'x'));
    // @ts-expect-error A clause that is verified.
    context.verified('4.11/limit.maxx');
  };
  expect(judged).toBeTypeOf('function');
});
