/** conformance/mistakes/lawful tests: habits that the interface leaves open cause no failure and no warning. */
import { describe, expect, it } from 'vitest';
import { objectsIn, parseJson, textOrEmpty } from '../../base/json.ts';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { brokenIn, type Chosen, judgeNew, problemsIn } from '../fixtures/judged-service.ts';
import {
  booklessRefused,
  closedLast,
  foreignSlugs,
  onlyOpenListed,
  quirky,
  tradesBetweenPages,
} from '../fixtures/lawful-habits.ts';
import type { Mistake } from '../fixtures/second-service/mistake.ts';
import { startSecondService } from '../fixtures/second-service/server.ts';
import type { Report } from '../report.ts';
import { allChecks } from '../suite.ts';

/** A habit, and the checks that could accuse it. */
type Row = readonly [name: string, only: readonly Chosen[], mistake: Mistake];

const DATED = [
  'builder-trades.*',
  'live-orders.shape',
  'live-orders.p*',
  'books.levels',
  '*.market',
  'profile.shape',
] as const;

const rows: readonly Row[] = [
  ['refuses a batch with an unknown token', ['books.*', 'prices.*'], quirky('unknown-token-refused')],
  ['gives an empty reason for an order that it does not cancel', ['cancel-order.*'], quirky('empty-reasons')],
  [
    'starts from the beginning for a malformed cursor',
    ['*.cursor-*', '*.malformed-cursor', '*.walk'],
    quirky('cursors-from-start'),
  ],
  ['accepts numbers as token ids', ['books.*', 'prices.*'], quirky('number-tokens')],
  ['counts all markets in the cursors of a sample', ['sampling-*'], quirky('cursors-of-all')],
  ['sees trades of other wallets between two pages', ['builder-trades.*'], tradesBetweenPages],
  ['writes week dates', DATED, quirky('week-dates')],
  ['writes ordinal dates in the basic format', DATED, quirky('ordinal-dates')],
  ['has slugs beyond ASCII', ['market-by-slug.*', 'event-by-slug.*', 'markets.*'], foreignSlugs],
];

describe('a service is not accused if it', () => {
  it.each(rows)('%s', async (_, only, mistake) => {
    const report = await judgeNew({ mistake }, { only });
    expect(problemsIn(report)).toEqual([]);
    expect(report.counts.pass).toBeGreaterThan(2);
  });
});

const invalid = quirky('wrong-types-ignored', 'values-clamped');

describe('a service that ignores and clamps values which the tables do not allow', () => {
  const only = [
    'markets.limit.*',
    'positions.*',
    'statuses.*',
    '*.bad-request*',
    'builder-trades.malformed-cursor',
  ] as const;

  it('is warned, and never failed', async () => {
    const broken = brokenIn(await judgeNew({ mistake: invalid }, { only }));
    expect(broken.filter((one) => one.startsWith('fail'))).toEqual([]);
    expect(broken).toEqual(
      expect.arrayContaining(['warn 4.11/limit.type', 'warn 4.11/limit.max.refused', 'warn 7/markets.bad-request']),
    );
  });

  it('is failed if it claims the profile', async () => {
    const broken = brokenIn(await judgeNew({ mistake: invalid }, { only: ['markets.limit.*'], profile: 'document' }));
    expect(broken).toEqual(expect.arrayContaining(['fail D/invalid-values.type', 'fail D/invalid-values.range']));
  });
});

it('a book is found where batches are refused because some tokens have none', async () => {
  const report = await judgeNew({ mistake: booklessRefused }, { only: ['books.levels', 'prices.best'] });
  expect([problemsIn(report), report.counts.pass]).toEqual([[], 2]);
});

describe('a closed market verifies what is stated about closed markets', () => {
  const untestableIn = ({ checks }: Report): readonly string[] =>
    checks.flatMap(({ id, verdict, reason }) => (verdict === 'not-testable' ? [`${id}: ${reason}`] : []));

  it('on a later page', async () => {
    const only = ['simplified-markets.closed-accepts-none'] as const;
    const report = await judgeNew({ mistake: closedLast }, { only });
    expect([untestableIn(report), report.counts.pass]).toEqual([[], 1]);
  });

  it('if only the target file names it', async () => {
    const only = ['trading-market.closed-accepts-none', 'place-order.closed-market'] as const;
    const unnamed = await judgeNew({ mistake: onlyOpenListed }, { only });
    expect(untestableIn(unnamed)).toHaveLength(2);
    const targetFile = { bindings: { markets: [await closedMarket()] } };
    const report = await judgeNew({ mistake: onlyOpenListed }, { only, targetFile });
    expect([untestableIn(report), problemsIn(report)]).toEqual([[], []]);
  });
});

/** The condition id of a closed market, which is the same at every start. */
async function closedMarket(): Promise<string> {
  const { close, reply } = await startSecondService();
  const { body } = reply({ method: 'GET', path: '/markets', query: 'closed=true&limit=1', headers: {}, body: '' });
  await close();
  return textOrEmpty(objectsIn(parseJson(body))[0], 'conditionId');
}

describe('a check that writes accuses no faithful server if it runs alone', () => {
  const writing = allChecks().filter(({ safety, capability }) => safety !== 'read' && !capability.startsWith('limits'));
  const { title, part } = drawnPart(writing, 40);

  it.each(part)(`$id (${title})`, async ({ id }) => {
    expect(problemsIn(await judgeNew({}, { only: [id] }))).toEqual([]);
  });
});

describe('values that a response does not have', () => {
  /** Every moment or number of a response in another form. */
  const garbled: readonly (readonly [string, (body: string) => string])[] = [
    ['moments', (body) => body.replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"soon"')],
    ['numbers', (body) => body.replaceAll(/(?<=" : )-?\d+(\.\d+)?(?=[ ,])/g, 'null')],
  ];

  const { title, part } = drawnPart(garbled, 2);

  it.each(part)(`are sent to no service whose %s cannot be read (${title})`, async (_, garble) => {
    const sent: string[] = [];
    const mistake: Mistake = (reply) => (request) => {
      sent.push(`${request.path}?${request.query}`);
      const response = reply(request);
      return { ...response, body: garble(response.body) };
    };
    await judgeNew({ mistake }, { only: ['builder-trades.*', 'holders.*', 'positions.*', 'activity.*', 'markets.*'] });
    const probes = /\?.*\b(?:sizeThreshold|minBalance)=NaN$/;
    expect(sent.filter((line) => /NaN|undefined|null|Infinity/.test(line) && !probes.test(line))).toEqual([]);
    expect(sent.length).toBeGreaterThan(100);
  });
});
