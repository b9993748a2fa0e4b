/** conformance/checks/books/errors: bodies that `POST /books` and `POST /prices` must reject (4.16, 4.17, 7). */
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { isSuccess, type Request, withJson } from '../../../wire/message.ts';
import type { ClauseId } from '../../check.ts';
import { refusal, refusalOf, statusLike, success, successOf } from '../assertions.ts';
import { check, claimCheck } from '../definition.ts';
import { type BatchRoute, boundTokens, readTokens } from './batch.ts';

const routes: readonly BatchRoute[] = ['books', 'prices'];

type MalformedBatch = Readonly<{
  what: string;
  why: string;
  request: (route: BatchRoute) => Request;
  /** The clauses that require the refusal. */
  clauses: (route: BatchRoute) => readonly ClauseId[];
}>;

const text =
  (body: string) =>
  (route: BatchRoute): Request => ({ ...withJson('POST', `/${route}`, []), body });
const items = (body: unknown) => (route: BatchRoute) => withJson('POST', `/${route}`, body);

const refused = (route: BatchRoute): readonly ClauseId[] => [clauseOf(route, 'error.bad-request')];
const noArray = (route: BatchRoute): readonly ClauseId[] => [...refused(route), clauseOf(route, 'body.type')];
/** A decision says whether an item without a token makes the whole batch malformed. */
const noToken = (route: BatchRoute): readonly ClauseId[] => [
  route === 'books' ? 'D/batch-tokens.token' : 'D/batch-tokens.token.prices',
];
const number = (): readonly ClauseId[] => ['D/batch-tokens.number'];
const nullToken = (route: BatchRoute): readonly ClauseId[] => [clauseOf(route, 'token_id.type')];

const malformedBatches: readonly MalformedBatch[] = [
  { what: 'not-json', why: 'the body is not JSON', request: text('[{"token_id": "1"'), clauses: refused },
  { what: 'no-body', why: 'there is no body', request: text(''), clauses: refused },
  {
    what: 'not-array',
    why: 'the body is an object, not an array',
    request: items({ token_id: '1' }),
    clauses: noArray,
  },
  { what: 'null', why: 'the body is null', request: items(null), clauses: noArray },
  { what: 'not-objects', why: 'the items are texts, not objects', request: items(['1']), clauses: noToken },
  { what: 'no-token', why: 'an item has no token_id', request: items([{ asset_id: '1' }]), clauses: noToken },
  { what: 'number-token', why: 'a token_id is a number', request: items([{ token_id: 7 }]), clauses: number },
  { what: 'null-token', why: 'a token_id is null', request: items([{ token_id: null }]), clauses: nullToken },
];

function malformedBatchCheck(route: BatchRoute, malformed: MalformedBatch) {
  const { what, why, request } = malformed;
  const clauses = malformed.clauses(route);
  return claimCheck(route, `body.${what}`, {
    title: `refused if ${why}`,
    clauses,
    kind: 'error',
    needs: [],
    claim: async (context) => refusalOf(await context.send(request(route)), why),
  });
}

/** A wrong item among right ones is still wrong. */
function mixedCheck(route: BatchRoute) {
  const clauses = noToken(route);
  return claimCheck(route, 'body.mixed', {
    title: 'a batch is refused if one of several items has no token_id',
    clauses,
    kind: 'error',
    async claim(context) {
      const right = boundTokens(context, 1).map((token) => ({ token_id: token }));
      const of = await context.send(withJson('POST', `/${route}`, [...right, {}]));
      return refusalOf(of, 'the second item has no token_id');
    },
  });
}

/** Tokens with ids that no market has; many tokens can be requested in this way on any target. */
function madeUp(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `9${String(index).padStart(20, '0')}`);
}

function lengthCheck(route: BatchRoute) {
  return check(route, 'batch-length', {
    title: 'a batch of 500 tokens is accepted and one of 501 is refused',
    clauses: ['D/batch-tokens.max'],
    kind: 'bounds',
    needs: [],
    cost: { [route]: 2 },
    async run(context) {
      const most = await readTokens(context, route, madeUp(500));
      context.judge(success('D/batch-tokens.max', most, 'a batch may have 500 tokens'));
      const more = await readTokens(context, route, madeUp(501));
      context.judge(refusal('D/batch-tokens.max', more, 'a batch may not have 501 tokens'));
      context.fact(`batch.${route}`, isSuccess(more) ? '501 tokens or more' : isSuccess(most) ? '500 tokens' : 'fewer');
    },
  });
}

function extraCheck(route: BatchRoute) {
  return claimCheck(route, 'body.extra-field', {
    title: 'other fields of an item are ignored',
    clauses: ['D/batch-tokens.extra'],
    async claim(context) {
      const items = boundTokens(context, 1).map((token) => ({ token_id: token, side: 'BUY', note: 7 }));
      return successOf(await context.send(withJson('POST', `/${route}`, items)), 'the item names its token');
    },
  });
}

const BODY_BYTES = 2 * 1024 * 1024;

/** The interface does not state the maximum size of a body, so only a target that refuses one shows how it does so. */
function largeCheck(route: BatchRoute) {
  const clause = clauseOf(route, 'error.too-large');
  return check(route, 'body.too-large', {
    title: 'if a body of two megabytes is refused, the response is an error',
    clauses: [clause, 'D/statuses.too-large'],
    kind: 'error',
    needs: [],
    async run(context) {
      const response = await context.sendOversized(
        withJson('POST', `/${route}`, [{ token_id: 'x'.repeat(BODY_BYTES) }]),
      );
      if (isSuccess(response)) context.notTestable('the target accepts a body of two megabytes', 'none is needed');
      context.verified(clause);
      context.fact('status.too-large', response.status === 0 ? 'connection closed' : String(response.status));
      if (response.status === 0) return;
      context.judge(statusLike('D/statuses.too-large', response, 413));
    },
  });
}

export const batchErrorChecks = routes.flatMap((route) => [
  ...malformedBatches.map((malformed) => malformedBatchCheck(route, malformed)),
  mixedCheck(route),
  lengthCheck(route),
  extraCheck(route),
  largeCheck(route),
]);
