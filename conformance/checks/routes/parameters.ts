/**
 * conformance/checks/routes/parameters: one check for every aspect that the tables of section 4 state of a query parameter:
 * type, bounds, default, closed list, required. Generated from the route table.
 */

import type { Param, Route } from '../../../spec/route.ts';
import { ROUTES } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { clauseOf, countLimited, rolesFor, sendSample, subjectsOf } from '../requests.ts';
import { sameJson, steady } from '../steady.ts';

/** Wallets or markets tried before a default counts as impossible to tell. */
const SUBJECTS = 40;

type Draft = Pick<Check, 'title' | 'clauses' | 'kind' | 'run'> & { readonly requests: number };

function draftCheck(route: Route, param: Param, aspect: string, draft: Draft): Check {
  return {
    id: `${route.id}.${param.name}.${aspect}`,
    title: draft.title,
    clauses: draft.clauses,
    kind: draft.kind,
    route: route.id,
    capability: route.family === 'wallet' ? 'wallet' : route.auth === 'account' ? 'trading' : 'read',
    safety: 'read',
    needs: rolesFor(route),
    cost: { [route.id]: draft.requests },
    run: draft.run,
  };
}

function send(context: CheckContext, route: Route, query: Readonly<Record<string, string>>): Promise<Exchange> {
  return sendSample(context, route, query);
}

/** Values no service may take for the type. */
function wrongValues(param: Param): readonly string[] {
  switch (param.type) {
    case 'integer':
      return ['abc', '1.5'];
    case 'number':
      return ['abc'];
    case 'boolean':
      return ['maybe'];
    default:
      return [];
  }
}

function typeCheck(route: Route, param: Param): readonly Check[] {
  const clause = clauseOf(route, param.name, 'type');
  return wrongValues(param).map((value) =>
    draftCheck(route, param, value === '1.5' ? 'fraction' : 'wrong-type', {
      title: `${param.name}=${value} is refused: the parameter takes a${param.type === 'integer' ? 'n' : ''} ${param.type}`,
      clauses: [clause],
      kind: 'error',
      requests: 1,
      run: async (context) => {
        const answer = await send(context, route, { [param.name]: value });
        context.expect(clause, !isSuccess(answer), answer, {
          expected: `an error, for ${param.name}=${value} is no ${param.type}`,
          actual: `status ${answer.status}`,
        });
      },
    }),
  );
}

function acceptCheck(route: Route, param: Param, aspect: 'min' | 'max', value: number): Check {
  const clause = clauseOf(route, param.name, aspect);
  const taken = clauseOf(route, param.name, 'accepted');
  return draftCheck(route, param, `at-${aspect}`, {
    title: `${param.name}=${value}, the ${aspect === 'min' ? 'smallest' : 'largest'} value allowed, is accepted`,
    clauses: [clause, taken],
    kind: 'bounds',
    requests: 1,
    run: async (context) => {
      const answer = await send(context, route, { [param.name]: String(value) });
      context.expect(taken, isSuccess(answer), answer, {
        expected: 'a 2xx answer, for the parameter is listed',
        actual: `status ${answer.status}`,
      });
      const accepted = context.expect(clause, isSuccess(answer), answer, {
        expected: `a 2xx answer, for ${value} is within the bounds`,
        actual: `status ${answer.status}`,
      });
      if (!accepted || param.name !== 'limit') return;
      const count = countLimited(route, answer);
      context.expect(clause, count <= value, answer, { expected: `at most ${value} items`, actual: count });
    },
  });
}

function outOfRangeCheck(route: Route, param: Param, aspect: 'min' | 'max', value: number): Check {
  const refused = clauseOf(route, param.name, `${aspect}.refused`);
  const never = clauseOf(route, param.name, aspect);
  const counted = param.name === 'limit' && aspect === 'max';
  return draftCheck(route, param, aspect === 'max' ? 'over-max' : 'under-min', {
    title: `${param.name}=${value} is out of range: refused, and in no case answered in full`,
    clauses: counted ? [refused, never] : [refused],
    kind: 'bounds',
    requests: 1,
    run: async (context) => {
      const answer = await send(context, route, { [param.name]: String(value) });
      context.expect(refused, !isSuccess(answer), answer, {
        expected: `an error, for ${value} is out of range`,
        actual: `status ${answer.status}`,
      });
      if (!counted || !isSuccess(answer)) return;
      const count = countLimited(route, answer);
      const max = param.max ?? value;
      context.expect(never, count <= max, answer, { expected: `at most ${max} items`, actual: count });
    },
  });
}

function boundsChecks(route: Route, param: Param): readonly Check[] {
  const step = param.type === 'integer' ? 1 : 0.5;
  const checks: Check[] = [];
  if (param.min !== undefined) {
    checks.push(acceptCheck(route, param, 'min', param.min), outOfRangeCheck(route, param, 'min', param.min - step));
  }
  if (param.max !== undefined) {
    checks.push(acceptCheck(route, param, 'max', param.max), outOfRangeCheck(route, param, 'max', param.max + step));
  }
  return checks;
}

function lengthChecks(route: Route, param: Param): readonly Check[] {
  const longest = param.maxLength;
  if (longest === undefined) return [];
  const clause = clauseOf(route, param.name, 'maxLength');
  const refused = clauseOf(route, param.name, 'maxLength.refused');
  const judge = (length: number, expected: boolean, cited: string, aspect: string): Check =>
    draftCheck(route, param, aspect, {
      title: `a ${param.name} of ${length} characters is ${expected ? 'accepted' : 'refused'}`,
      clauses: [cited],
      kind: 'bounds',
      requests: 1,
      run: async (context) => {
        const answer = await send(context, route, { [param.name]: 'x'.repeat(length) });
        context.expect(cited, isSuccess(answer) === expected, answer, {
          expected: expected ? 'a 2xx answer' : 'an error',
          actual: `status ${answer.status}`,
        });
      },
    });
  return [judge(longest, true, clause, 'at-max-length'), judge(longest + 1, false, refused, 'over-max-length')];
}

/** A value other than the default that should change the answer, so that the default can be told apart. */
function alternative(param: Param): string {
  if (param.type === 'boolean') return String(param.default !== true);
  if (param.members !== undefined) return param.members.find((member) => member !== param.default) ?? '';
  if (param.name === 'offset') return '1';
  if (param.name === 'limit') return String(Number(param.default) - 1);
  return '0';
}

/** The answer without the parameter equals the answer with its default spelled out, and differs from another value's. */
function defaultCheck(route: Route, param: Param): readonly Check[] {
  if (param.default === undefined) return [];
  const clause = clauseOf(route, param.name, 'default');
  const value = String(param.default);
  return [
    draftCheck(route, param, 'default', {
      title: `leaving ${param.name} out means ${value}`,
      clauses: [clause],
      kind: 'bounds',
      requests: 2 * SUBJECTS + 2,
      run: async (context: CheckContext) => {
        const { subject, spoken } = await tellingSubject(context, route, param);
        const silent = await steady(context, () => send(context, route, subject));
        context.expect(clause, sameJson(silent, spoken), silent, {
          expected: `the same answer as with ${param.name}=${value}`,
          actual: `${countLimited(route, silent)} items against ${countLimited(route, spoken)}, or others`,
        });
      },
    }),
  ];
}

/** The widest view of a list, so that a page does not hide what another parameter does. */
function largestPage(route: Route, param: Param): Readonly<Record<string, string>> {
  const max = route.query.find((row) => row.name === 'limit')?.max;
  return param.name === 'limit' || max === undefined ? {} : { limit: String(max) };
}

type Telling = { readonly subject: Readonly<Record<string, string>>; readonly spoken: Exchange };

/** A wallet or market whose rows tell the default from another value. */
async function tellingSubject(context: CheckContext, route: Route, param: Param): Promise<Telling> {
  const value = String(param.default);
  for (const subject of subjectsOf(route, context.bindings).slice(0, SUBJECTS)) {
    const query = { ...subject, ...largestPage(route, param) };
    const spoken = await send(context, route, { ...query, [param.name]: value });
    const full = param.name !== 'limit' || countLimited(route, spoken) === param.default;
    if (!isSuccess(spoken) || !full) continue;
    const other = await send(context, route, { ...query, [param.name]: alternative(param) });
    if (!sameJson(spoken, other)) return { subject: query, spoken };
  }
  return context.notTestable(
    `the default of ${param.name} cannot be told from another value with the rows there are`,
    `give the target rows for which ${param.name}=${value} and ${param.name}=${alternative(param)} differ`,
  );
}

function memberChecks(route: Route, param: Param): readonly Check[] {
  if (param.members === undefined) return [];
  const closed = clauseOf(route, param.name, 'enum');
  const unknown = draftCheck(route, param, 'unknown-member', {
    title: `${param.name}=SIDEWAYS is refused: the list of values is closed`,
    clauses: [closed],
    kind: 'error',
    requests: 1,
    run: async (context) => {
      const answer = await send(context, route, { [param.name]: 'SIDEWAYS' });
      context.expect(closed, !isSuccess(answer), answer, {
        expected: `an error, for ${param.name} takes ${param.members?.join(', ')}`,
        actual: `status ${answer.status}`,
      });
    },
  });
  return [unknown];
}

function checksOf(route: Route, param: Param): readonly Check[] {
  return [
    ...typeCheck(route, param),
    ...boundsChecks(route, param),
    ...lengthChecks(route, param),
    ...defaultCheck(route, param),
    ...memberChecks(route, param),
  ];
}

/** Checks of every stated aspect of every query parameter of the routes that need no signature. */
export const parameterChecks: readonly Check[] = ROUTES.filter((route) => route.auth === 'none').flatMap((route) =>
  route.query.flatMap((param) => checksOf(route, param)),
);
