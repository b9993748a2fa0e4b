/** conformance/traffic/identity: values that cannot change, such as the condition of a token. */
import { isObject, type JsonObject, listAt, objectsIn, textAt } from '../../base/json.ts';
import type { Route } from '../../spec/route.ts';
import { isSuccess } from '../../wire/message.ts';
import type { ClauseId, Exchange, Judge } from '../check.ts';
import { eventsOf, textsInside } from '../checks/assertions.ts';
import { itemsOf } from '../checks/definition.ts';

/** One value of a thing in a response. `subject` names thing and field. */
type Fact = Readonly<{
  clause: ClauseId;
  subject: string;
  value: string | undefined;
  pointer: string;
}>;

/** Facts that are remembered, and their characters; further ones are not compared. */
const REMEMBERED = 200_000;
const REMEMBERED_LENGTH = 32_000_000;

const CONDITION = '1/market.condition-id';
const TOKEN = '1/token.id';

export function createIdentity(): { judge(judge: Judge, route: Route, response: Exchange): void } {
  const first = new Map<string, string>();
  let room = REMEMBERED_LENGTH;
  return {
    judge(judge, route, response) {
      if (!isSuccess(response)) return;
      for (const { clause, subject, value, pointer } of factsOf(route, response)) {
        if (value === undefined || value === '') continue;
        const known = first.get(subject);
        if (known === undefined) {
          const length = subject.length + value.length;
          if (first.size === REMEMBERED || length > room) continue;
          first.set(subject, value);
          room -= length;
          continue;
        }
        const expected = `${known}, as in the response that showed the ${subject.split(' ').at(-1)} first`;
        const fault = known === value ? undefined : { pointer, expected, actual: value };
        judge.judgeBy(clause, response, fault, 'it compares things that responses say about one subject');
      }
    },
  };
}

function factsOf(route: Route, response: Exchange): readonly Fact[] {
  const [rows, at] = rowsOf(route, response);
  return rows.flatMap((row, index) => factsOfRow(route, row, at === undefined ? '' : `${at}/${index}`));
}

/** The resources of a response, and the place of their list if there is one. */
function rowsOf(route: Route, response: Exchange): readonly [rows: readonly JsonObject[], at: string | undefined] {
  if (route.item !== undefined) return [itemsOf(route, response), route.item.at === 'data' ? '/data' : ''];
  return [isObject(response.json) ? [response.json] : [], undefined];
}

function factsOfRow(route: Route, row: JsonObject, at: string): readonly Fact[] {
  switch (route.id) {
    case 'markets':
    case 'market-by-slug':
      return [...ofCatalogMarket(row, at), ...eventsOf(row).flatMap((event, i) => ofEvent(event, `${at}/events/${i}`))];
    case 'event':
    case 'event-by-slug':
      return [
        ...ofEvent(row, at),
        ...objectsIn(listAt(row, 'markets')).flatMap((market, i) => ofCatalogMarket(market, `${at}/markets/${i}`)),
      ];
    case 'trading-market':
    case 'sampling-markets':
    case 'sampling-simplified-markets':
    case 'simplified-markets':
      return ofTradingMarket(row, at);
    case 'books':
      return [tokenFact(textAt(row, 'asset_id'), textAt(row, 'market'), `${at}/market`)];
    case 'builder-trades':
      return ['market', 'asset_id', 'side', 'price', 'size'].map((field) =>
        fact('2.16/id.unique', 'trade', row, 'id', field, at),
      );
    default:
      return [];
  }
}

function ofCatalogMarket(row: JsonObject, at: string): readonly Fact[] {
  const condition = textAt(row, 'conditionId');
  return [
    ...['id', 'slug', 'question', 'questionID'].map((field) =>
      fact(CONDITION, 'market', row, 'conditionId', field, at),
    ),
    fact(CONDITION, 'slug', row, 'slug', 'conditionId', at),
    ...(textsInside(row, 'clobTokenIds') ?? []).map((token) => tokenFact(token, condition, `${at}/clobTokenIds`)),
  ];
}

function ofTradingMarket(row: JsonObject, at: string): readonly Fact[] {
  const condition = textAt(row, 'condition_id');
  return [
    fact(CONDITION, 'market', row, 'condition_id', 'question', at),
    ...objectsIn(listAt(row, 'tokens')).map((token, i) =>
      tokenFact(textAt(token, 'token_id'), condition, `${at}/tokens/${i}/token_id`),
    ),
  ];
}

function ofEvent(event: JsonObject, at: string): readonly Fact[] {
  return ['slug', 'ticker'].map((field) => fact('2.6/id.unique', 'event', event, 'id', field, at));
}

function tokenFact(token: string | undefined, condition: string | undefined, pointer: string): Fact {
  const value = token === undefined || token === '' ? undefined : condition?.toLowerCase();
  return { clause: TOKEN, subject: `token ${token} condition`, value, pointer };
}

/** The value of `field` in a row whose name is in the field `key`. */
function fact(clause: ClauseId, kind: string, row: JsonObject, key: string, field: string, at: string): Fact {
  const name = textAt(row, key)?.toLowerCase() ?? '';
  const raw = row[field];
  const text = typeof raw === 'number' ? String(raw) : textAt(row, field);
  const value = name === '' || text === undefined ? undefined : /condition/i.test(field) ? text.toLowerCase() : text;
  return { clause, subject: `${kind} ${name} ${field}`, value, pointer: `${at}/${field}` };
}
