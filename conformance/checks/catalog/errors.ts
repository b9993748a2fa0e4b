/** conformance/checks/catalog/errors: errors of catalog and market routes (7), and empty values (`D/empty-values`). */
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { BAD_REQUEST, NOT_FOUND } from '../../../spec/errors.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { judgeSame } from '../agreement.ts';
import { fieldLike, refusal, valueAt } from '../assertions.ts';
import { check, refusedQueryCheck } from '../definition.ts';
import { sendGet } from '../requests.ts';
import { type Condition, type Probe, probes } from './error-probes.ts';

const typeOf: Readonly<Record<Condition, string>> = { 'bad-request': BAD_REQUEST, 'not-found': NOT_FOUND };
const statusOf: Readonly<Record<Condition, number>> = { 'bad-request': 400, 'not-found': 404 };

/** If the response may treat a malformed name as an unknown one (`isOpen`), either type of the error is valid. */
function judgeType(context: CheckContext, condition: Condition, response: Exchange, isOpen: boolean): void {
  const types = isOpen ? { $in: Object.values(typeOf) } : typeOf[condition];
  context.judge(fieldLike(`7/typed.${condition}`, response, '/type', types));
  if (condition !== 'not-found') return;
  // Letters of any script.
  const words = { $match: '[A-Za-z\\u00aa-\\uffff]{3}' };
  const because = 'it says what was not found';
  context.judge(fieldLike('7/typed.not-found.text', response, '/error', words, because));
}

function probeCheck({ what, why, needs, request, also = [], decided, ...refused }: Probe): Check {
  const { route: id, condition } = refused;
  const route = routeById(id);
  const clause =
    refused.condition === 'bad-request'
      ? clauseOf(refused.route, 'error.bad-request')
      : clauseOf(refused.route, 'error.not-found');
  const isTyped = route.family === 'typed';
  const typed = isTyped ? ([`7/typed.${condition}`] as const) : [];
  const text = isTyped && condition === 'not-found' ? (['7/typed.not-found.text'] as const) : [];
  return check(id, `${condition}.${what}`, {
    title: `refused if ${why}`,
    clauses: [clause, ...typed, ...text, ...also, ...(decided === undefined ? [] : [decided])],
    kind: 'error',
    needs: needs ?? [],
    async run(context) {
      const response = await context.send(request(context));
      for (const other of also) context.judge(refusal(other, response, why));
      if (!context.judge(refusal(clause, response, why))) return;
      context.fact(`status.${condition}.${id}`, String(response.status));
      if (isTyped) judgeType(context, condition, response, condition === 'bad-request' && decided !== undefined);
      // A decision about which of the two conditions applies.
      const must = isTyped ? valueAt('/type', typeOf[condition]) : { status: statusOf[condition] };
      if (decided !== undefined) context.judge({ clauses: decided, of: response, must, because: why });
    },
  });
}

const textCheck = check('markets', 'empty-text', {
  title: 'an optional text filter with an empty value has no effect',
  clauses: ['D/empty-values.text'],
  kind: 'filter',
  needs: ['market'],
  cost: { markets: 2 },
  async run(context) {
    const reads = {
      left: () => sendGet(context, 'markets', { limit: '2' }),
      right: () => sendGet(context, 'markets', { limit: '2', slug: '' }),
    };
    await judgeSame(context, 'D/empty-values.text', reads, 'an empty slug has no effect');
  },
});

function numberCheck(id: 'markets' | 'comment-replies' | 'event-creators'): Check {
  const definition = { title: 'an empty value for limit is refused', clauses: ['D/empty-values.number'] } as const;
  return refusedQueryCheck(id, 'empty-number', definition, { limit: '' }, 'limit is empty, which is not a number');
}

export const catalogErrorChecks = [
  ...probes.map(probeCheck),
  textCheck,
  numberCheck('markets'),
  numberCheck('comment-replies'),
  numberCheck('event-creators'),
];
