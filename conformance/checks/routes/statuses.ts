/**
 * conformance/checks/routes/statuses: which status an error has. The interface names none, so the judged part is consistency: the
 * same condition gives the same status within a family of routes; the values themselves are decisions.
 */
import { textAt } from '../../../spec/json.ts';
import type { Request } from '../../../wire/message.ts';
import { get, isSuccess, withJson } from '../../../wire/message.ts';
import type { Role } from '../../bindings.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';

const UNKNOWN_CONDITION = `0x${'f'.repeat(64)}`;

type Condition = {
  readonly name: string;
  readonly words: string;
  readonly status: number;
  readonly capability: Check['capability'];
  readonly needs: readonly Role[];
  requests(context: CheckContext): readonly Request[];
};

const user = (context: CheckContext): string => context.bindings.wallets[0] ?? '';

const conditions: readonly Condition[] = [
  {
    name: 'bad-request',
    words: 'a request that is not acceptable',
    status: 400,
    capability: 'read',
    needs: [],
    requests: () => [
      get('/markets', { limit: 'ten' }),
      get('/events/creators', { limit: 'ten' }),
      get('/events/creators', { ascending: 'maybe' }),
    ],
  },
  {
    name: 'missing-field',
    words: 'a missing parameter of a wallet route',
    status: 400,
    capability: 'wallet',
    needs: [],
    requests: () => ['/positions', '/closed-positions', '/activity', '/holders'].map((path) => get(path)),
  },
  {
    name: 'unknown-field',
    words: 'an unknown parameter of a wallet route',
    status: 400,
    capability: 'wallet',
    needs: ['wallet'],
    requests: (context) =>
      ['/positions', '/closed-positions', '/activity'].map((path) =>
        get(path, { user: user(context), flavour: 'lime' }),
      ),
  },
  {
    name: 'unauthorized',
    words: 'a request without authentication',
    status: 401,
    capability: 'read',
    needs: [],
    requests: () => [
      withJson('POST', '/v1/heartbeats', {}),
      { method: 'POST', path: '/heartbeats', query: '', headers: {} },
      withJson('DELETE', '/order', { orderId: 'x' }),
      get('/data/orders'),
    ],
  },
  {
    name: 'not-found',
    words: 'a missing entity',
    status: 404,
    capability: 'read',
    needs: [],
    requests: () => [get('/markets/slug/no-such-market'), get('/events/slug/no-such-event'), get('/events/999999999')],
  },
  {
    name: 'not-found-plain',
    words: 'a missing trading market',
    status: 404,
    capability: 'read',
    needs: ['condition'],
    requests: () => [get(`/markets/${UNKNOWN_CONDITION}`), get(`/clob-markets/${UNKNOWN_CONDITION}`)],
  },
];

function statusCheck(condition: Condition): Check {
  const decision = `D/statuses.${condition.name.replace('-plain', '')}`;
  return {
    id: `statuses.${condition.name}`,
    title: `${condition.words} has one status on all routes of the family`,
    clauses: ['7/statuses.consistent', '7/statuses.not-success', '7/error.sentence', decision],
    kind: 'error',
    capability: condition.capability,
    safety: 'read',
    needs: condition.needs,
    cost: {},
    run: async (context) => {
      const answers: Exchange[] = [];
      for (const request of condition.requests(context)) answers.push(await context.send(request));
      const first = answers[0];
      for (const answer of answers) {
        const refused = context.expect('7/statuses.not-success', !isSuccess(answer), answer, {
          expected: 'a status outside 200 to 299',
          actual: answer.status,
        });
        if (!refused) continue;
        context.expect('7/error.sentence', (textAt(answer.json, 'error') ?? '').trim() !== '', answer, {
          pointer: '/error',
          expected: 'a text that is not empty',
          actual: textAt(answer.json, 'error'),
        });
        context.expect('7/statuses.consistent', answer.status === first?.status, answer, {
          expected: `status ${first?.status}, as on the other routes`,
          actual: answer.status,
        });
        context.expect(decision, answer.status === condition.status, answer, {
          expected: String(condition.status),
          actual: answer.status,
        });
      }
    },
  };
}

/** Statuses of each condition. */
export const statusChecks: readonly Check[] = conditions.map(statusCheck);
