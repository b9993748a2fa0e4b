/** conformance/checks/routes/parameter-defaults: a request without a parameter means the same as with its default. */

import { parameterClause } from '../../../spec/clauses/clause-of.ts';
import type { Param, Route } from '../../../spec/route.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { type Check, type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { bodyLike } from '../assertions.ts';
import { check } from '../definition.ts';
import { countLimited, sendSample, subjectsOf } from '../requests.ts';
import { readTogether, sameJson } from '../steady.ts';

const SUBJECTS = 40;

function alternative(param: Param): string {
  if (param.type === 'boolean') return String(param.default !== true);
  if (param.members !== undefined) return param.members.find((member) => member !== param.default) ?? '';
  if (param.name === 'offset') return '1';
  if (param.name === 'limit') return String(Number(param.default) - 1);
  return '0';
}

/** The widest view of a list, so that a page does not hide the effect of another parameter. */
function largestPage(route: Route, param: Param): Query {
  const max = route.query.find((row) => row.name === 'limit')?.max;
  return param.name === 'limit' || max === undefined ? {} : { limit: String(max) };
}

type Distinctive = { readonly subject: Query; readonly spoken: Exchange };

async function distinctiveSubject(context: CheckContext, route: Route, param: Param): Promise<Distinctive> {
  const value = String(param.default);
  const other = alternative(param);
  for (const subject of subjectsOf(route, context.bindings).slice(0, SUBJECTS)) {
    const query = { ...subject, ...largestPage(route, param) };
    const spoken = await sendSample(context, route, { ...query, [param.name]: value });
    const isFull = param.name !== 'limit' || countLimited(route, spoken) >= Number(param.default);
    if (!isSuccess(spoken) || !isFull) continue;
    const changed = await sendSample(context, route, { ...query, [param.name]: other });
    if (!sameJson(spoken, changed)) return { subject: query, spoken };
  }
  return context.notTestable(
    `the default of ${param.name} has the same result as another value on all known rows`,
    `give the target rows for which ${param.name}=${value} and ${param.name}=${other} differ`,
  );
}

/** The default of a parameter, where it has one. */
export function defaultChecks(route: Route, param: Param): readonly Check[] {
  if (param.default === undefined) return [];
  const clause = parameterClause(route.id, param.name, 'default');
  const one = check(route.id, `${param.name}.default`, {
    title: `leaving ${param.name} out means ${param.default}`,
    clauses: [clause],
    kind: 'bounds',
    cost: { [route.id]: 2 * SUBJECTS + 2 },
    async run(context) {
      const { subject, spoken: seen } = await distinctiveSubject(context, route, param);
      const reads = {
        left: () => sendSample(context, route, subject),
        right: () => sendSample(context, route, { ...subject, [param.name]: String(param.default) }),
        seen,
      };
      const { left: silent, right: spoken } = await readTogether(context, reads, sameJson);
      const because = `it is the response with ${param.name}=${param.default}`;
      context.judge(bodyLike(clause, silent, { $sameView: new SameAs(spoken, '') }, because));
    },
  });
  return [one];
}
