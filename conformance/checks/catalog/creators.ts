/** conformance/checks/catalog/creators: the list of event creators and its filters (interface 2.7, 4.20). */

import type { JsonObject } from '../../../spec/json.ts';
import { objectsIn, textAt } from '../../../spec/json.ts';
import type { Query } from '../../../wire/message.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { noOtherThan } from '../assertions.ts';
import { check } from '../definition.ts';
import { sendGet } from '../requests.ts';
import { brief, firstRepeated } from '../rows.ts';
import { NO_CREATOR } from '../unknown-names.ts';

type Text = { readonly param: 'creator_name' | 'creator_handle'; readonly field: 'creatorName' | 'creatorHandle' };

const texts: readonly Text[] = [
  { param: 'creator_name', field: 'creatorName' },
  { param: 'creator_handle', field: 'creatorHandle' },
];

function listCreators(context: CheckContext, query: Query = {}): Promise<Exchange> {
  return sendGet(context, 'event-creators', { limit: '100', ...query });
}

function sameText(left: string | undefined, right: string): boolean {
  return left?.toLowerCase() === right.toLowerCase();
}

/** A creator whose name or handle no other bound creator shares or contains; the first one if there is no such creator. */
function distinctiveCreator(context: CheckContext, field: string): string {
  const values = context.bindings.creators.map((creator) => textAt(creator, field) ?? '').filter((text) => text !== '');
  const distinctive = values.find((text) => values.filter((other) => other.includes(text)).length === 1);
  const value = distinctive ?? values[0];
  if (value === undefined || values.every((other) => other.toLowerCase().includes(value.toLowerCase()))) {
    context.notTestable('all creators have similar names', 'give the target creators with different names');
  }
  return value;
}

const unique: Check = check('event-creators', 'id.unique', {
  title: 'creators have unique ids',
  clauses: ['2.7/id.unique'],
  needs: ['creator'],
  run: async (context) => {
    const response = await listCreators(context);
    const ids = objectsIn(response.json).map((creator) => textAt(creator, 'id') ?? '');
    if (ids.length < 2) context.notTestable('the list has fewer than two creators', 'give the target more creators');
    const at = firstRepeated(ids);
    context.expect('2.7/id.unique', at < 0, response, {
      pointer: `/${at}/id`,
      expected: 'every id once',
      expectation: { body: { $unique: '/id' } },
      actual: ids[at],
    });
  },
});

/** Rows that match exactly must be listed; rows that do not contain the text must not be. */
function filterCheck({ param, field }: Text): Check {
  const clauses = [`4.20/event-creators.${param}.filter`, `4.20/event-creators.${param}.accepted`] as const;
  return check('event-creators', `${param}.filter`, {
    title: `${param} keeps the creators with that ${field}`,
    clauses,
    kind: 'filter',
    needs: ['creator'],
    cost: { 'event-creators': 2 },
    run: async (context) => {
      const value = distinctiveCreator(context, field);
      const response = await listCreators(context, { [param]: value });
      const accepted = context.expect(clauses[1], isSuccess(response), response, {
        expected: 'a 2xx response',
        expectation: { status: '2xx' },
        actual: `status ${response.status}`,
      });
      if (!accepted) return;
      const rows = objectsIn(response.json);
      const fits = (row: JsonObject) => textAt(row, field)?.toLowerCase().includes(value.toLowerCase()) === true;
      const wrong = rows.findIndex((row) => !fits(row));
      const isThere = rows.some((row) => sameText(textAt(row, field), value));
      context.expect(clauses[0], wrong < 0 && isThere, response, {
        pointer: wrong < 0 ? '' : `/${wrong}/${field}`,
        expected: `the creators with ${field} ${brief(value)}`,
        expectation: {
          body: wrong < 0 ? { $contains: [{ [field]: value }] } : noOtherThan({ [field]: { $contains: [value] } }),
        },
        actual: wrong < 0 ? `${rows.length} creators, not this one` : rows[wrong]?.[field],
      });
      const unknown = await listCreators(context, { [param]: NO_CREATOR });
      context.expect(clauses[0], objectsIn(unknown.json).length === 0, unknown, {
        expected: 'no creator',
        expectation: { body: [] },
        actual: `${objectsIn(unknown.json).length} creators`,
      });
    },
  });
}

const match: Check = check('event-creators', 'creator_name.match', {
  title: 'creator_name is the whole name, in any letter case',
  clauses: ['D/creator-match.whole', 'D/creator-match.case'],
  kind: 'filter',
  needs: ['creator'],
  cost: { 'event-creators': 2 },
  run: async (context) => {
    const name = distinctiveCreator(context, 'creatorName');
    const names = context.bindings.creators.map((creator) => textAt(creator, 'creatorName') ?? '');
    const part = name.slice(0, Math.max(1, name.length - 1));
    if (!names.some((other) => sameText(other, part))) {
      const response = await listCreators(context, { creator_name: part });
      const count = objectsIn(response.json).length;
      context.fact('creator_name.match', count === 0 ? 'whole' : 'part');
      context.expect('D/creator-match.whole', count === 0, response, {
        expected: 'no creator for a part of a name',
        expectation: { body: [] },
        actual: `${count} creators`,
      });
    }
    const turned = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
    if (turned === name) return;
    const response = await listCreators(context, { creator_name: turned });
    const isThere = objectsIn(response.json).some((row) => textAt(row, 'creatorName') === name);
    context.expect('D/creator-match.case', isThere, response, {
      expected: `the creator ${brief(name)}`,
      expectation: { body: { $contains: [{ creatorName: name }] } },
      actual: `${objectsIn(response.json).length} creators, not this one`,
    });
  },
});

export const creatorChecks: readonly Check[] = [unique, ...texts.map(filterCheck), match];
