/** conformance/checks/catalog/creators: the list of event creators and its filters (interface 2.7, 4.20). */
import { objectsIn, textAt } from '../../../base/json.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import type { Query } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { bodyLike, nothingFound, success } from '../assertions.ts';
import { check, sendGet } from '../definition.ts';
import { brief } from '../rows.ts';
import { NO_CREATOR } from '../unknown-names.ts';

type Text = { readonly param: 'creator_name' | 'creator_handle'; readonly field: 'creatorName' | 'creatorHandle' };

const texts: readonly Text[] = [
  { param: 'creator_name', field: 'creatorName' },
  { param: 'creator_handle', field: 'creatorHandle' },
];

function listCreators(context: CheckContext, query: Query = {}) {
  return sendGet(context, 'event-creators', { limit: '100', ...query });
}

/** A creator whose name or handle no other bound one shares or contains, or else the first one. */
function distinctiveCreator(context: CheckContext, field: string): string {
  const values = context.bindings.creators.map((creator) => textAt(creator, field) ?? '').filter((text) => text !== '');
  const distinctive = values.find((text) => values.filter((other) => other.includes(text)).length === 1);
  const value = distinctive ?? values[0];
  if (value === undefined || values.every((other) => other.toLowerCase().includes(value.toLowerCase()))) {
    context.notTestable('all creators have similar names', 'give the target creators with different names');
  }
  return value;
}

const unique = check('event-creators', 'id.unique', {
  title: 'creators have unique ids',
  clauses: ['2.7/id.unique'],
  needs: ['creator'],
  async run(context) {
    const response = await listCreators(context);
    if (objectsIn(response.json).length < 2)
      context.notTestable('the list has fewer than two creators', 'give the target more creators');
    context.judge(bodyLike('2.7/id.unique', response, { $unique: '/id' }));
  },
});

/** Rows that match exactly must be listed; rows that do not contain the text must not be. */
function filterCheck({ param, field }: Text): Check {
  const clauses = [
    clauseOf('event-creators', `${param}.filter`),
    clauseOf('event-creators', `${param}.accepted`),
  ] as const;
  return check('event-creators', `${param}.filter`, {
    title: `${param} keeps the creators with that ${field}`,
    clauses,
    kind: 'filter',
    needs: ['creator'],
    cost: { 'event-creators': 2 },
    async run(context) {
      const value = distinctiveCreator(context, field);
      const response = await listCreators(context, { [param]: value });
      if (!context.judge(success(clauses[1], response, `${param} is a filter`))) return;
      const similar = { $caseless: { $contains: [value.toLowerCase()] } };
      const body = { $all: [{ $every: { [field]: similar } }, { $contains: [{ [field]: { $caseless: value } }] }] };
      context.judge(bodyLike(clauses[0], response, body, `${param} is ${brief(value)}`));
      const unknown = await listCreators(context, { [param]: NO_CREATOR });
      context.judge(nothingFound(clauses[0], unknown, 'there is no such creator'));
    },
  });
}

const match = check('event-creators', 'creator_name.match', {
  title: 'creator_name is the whole name, in any letter case',
  clauses: ['D/creator-match.whole', 'D/creator-match.case'],
  kind: 'filter',
  needs: ['creator'],
  cost: { 'event-creators': 2 },
  async run(context) {
    const name = distinctiveCreator(context, 'creatorName');
    const names = context.bindings.creators.map((creator) => textAt(creator, 'creatorName') ?? '');
    const part = name.slice(0, Math.max(1, name.length - 1));
    if (!names.some((other) => other?.toLowerCase() === part.toLowerCase())) {
      const response = await listCreators(context, { creator_name: part });
      context.fact('creator_name.match', objectsIn(response.json).length === 0 ? 'whole' : 'part');
      context.judge(nothingFound('D/creator-match.whole', response, `${brief(part)} is a part of a name`));
    }
    const turned = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
    if (turned === name) return;
    const response = await listCreators(context, { creator_name: turned });
    const body = { $contains: [{ creatorName: name }] };
    context.judge(bodyLike('D/creator-match.case', response, body));
  },
});

export const creatorChecks = [unique, ...texts.map(filterCheck), match];
