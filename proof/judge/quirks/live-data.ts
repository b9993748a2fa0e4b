/** proof/judge/quirks/live-data: data that changes while it is read. A fixed number of requests counts as a second. */
import { isObject, type JsonObject, numberAt } from '../../../base/json.ts';
import { onRoute, quirks, type Wrap } from '../variant.ts';
import { editAt } from '../wrappers/edit.ts';
import { replies, rows, withBody } from '../wrappers/responses.ts';

const counting =
  (every: number, change: (second: number) => Wrap): Wrap =>
  (handle, internals) => {
    let requests = 0;
    return (request) => {
      requests += 1;
      return change(Math.floor(requests / every))(handle, internals)(request);
    };
  };

/** Different prices of a position: enough that no check reads the same one twice by chance. */
const STEPS = 400;

/** A position whose price fell by a few parts in a million; all rows fall alike, so that lists stay sorted. */
function fallen(row: JsonObject, steps: number): JsonObject {
  const curPrice = (numberAt(row, 'curPrice') ?? 0) * (1 - steps / 1_000_000);
  return { ...row, curPrice, currentValue: curPrice * (numberAt(row, 'size') ?? 0) };
}

const movingPrices = (every: number): Wrap =>
  onRoute(
    'positions',
    counting(every, (second) => rows((list) => list.map((row) => fallen(row, second % STEPS)))),
  );

const START = Date.UTC(2026, 0, 15, 12);

const touched = (second: number): Wrap => {
  const updatedAt = new Date(START + second * 1_000).toISOString();
  const touch = (value: unknown): unknown =>
    isObject(value) && 'questionID' in value ? { ...value, updatedAt } : value;
  return replies((response) => {
    if (response.status !== 200 || !response.body.includes('"questionID"')) return response;
    const json: unknown = JSON.parse(response.body);
    const paths = ['*', 'markets.*'];
    return withBody(
      response,
      paths.reduce((changed, path) => editAt(changed, path, touch), touch(json)),
    );
  });
};

export const liveDataQuirks = quirks([
  ['moving-prices-4', 'the prices of positions change with every 4 requests', movingPrices(4)],
  ['moving-prices-40', 'the prices of positions change with every 40 requests', movingPrices(40)],
  ['moving-markets-10', 'markets are updated with every 10 requests', counting(10, touched)],
  ['moving-markets-50', 'markets are updated with every 50 requests', counting(50, touched)],
]);
