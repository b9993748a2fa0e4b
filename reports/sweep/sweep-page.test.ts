/** reports/sweep tests: the page, the printed summary and the tables of a sweep. */
import { describe, expect, it } from 'vitest';
import { type ReportPoint, SweepReport } from '../../backtest/sweep/report-schema.ts';
import { linedJson } from '../backtest/json.ts';
import { shortNumber } from '../page/html.ts';
import { ranked } from './best-points.ts';
import { sweepCsv } from './csv.ts';
import { hostileSweep, sampleSweep, sampleWalk } from './fixtures/sample-sweep.ts';
import { sweepHtml } from './sweep-page.ts';
import { axesOf, heatMaps } from './sweep-tables.ts';
import { sweepText } from './text.ts';

/** A sweep of one drawn parameter with these values. */
function drawn(values: readonly number[], scale: 'linear' | 'log' = 'linear'): SweepReport {
  const [first] = sampleSweep().points;
  if (first === undefined) throw new Error('the sample has points');
  return sampleSweep({
    parameters: [{ name: 'a', low: 1, high: 100, scale }],
    points: values.map((a, point) => ({ ...first, point, params: { a } })),
    best: null,
  });
}

/** A sweep of one parameter whose points have these values, and a P&L of a dollar a unit. The first is the best. */
function losing(values: readonly number[], deflated = 0.97): SweepReport {
  const report = drawn(values.map((_, index) => index + 1));
  const points = report.points.map((point, index) => {
    const mean = values[index] ?? 0;
    return { ...point, value: { mean, deviation: 0, low: mean, high: mean }, pnl: mean };
  });
  const figures = report.figures.map((figure) =>
    figure.id === 'deflated-sharpe' ? { ...figure, value: deflated } : figure,
  );
  return { ...report, points, figures, best: 0 };
}

describe('a sweep without a point that earns money', () => {
  it.each([
    ['only losses', [-1, -2]],
    ['losses and a point that did nothing', [0, -2]],
  ])('of %s says so, and nothing is green', (_, values) => {
    for (const deflated of [0.1, 0.97]) {
      const report = losing(values, deflated);
      const [page, text] = [sweepHtml(report), sweepText(report, { top: 3 })];
      expect(page).toContain('No point earns money');
      expect(page).not.toContain('badge good');
      expect(text).toMatch(/^losses +no point earns money$/m);
      expect(`${page}${text}`).not.toContain('well be luck</h2>');
      expect(text).not.toContain('may well be luck');
    }
  });

  it.each([
    ['lost', { value: -3 }],
    ['did nothing', { value: 0 }],
    ['never completed', { value: null, reason: 'no test completed' }],
  ])('of a walk-forward whose tests %s says so, and nothing is green', (_, found) => {
    const walk = sampleWalk();
    expect(sweepHtml(walk)).toContain('badge good');
    const figures = walk.figures.map((figure) =>
      figure.id === 'out-of-sample-pnl' ? { ...figure, ...found } : figure,
    );
    const [page, text] = [sweepHtml({ ...walk, figures }), sweepText({ ...walk, figures }, { top: 0 })];
    expect(page).toContain('The choices earn nothing out of sample');
    expect(page).not.toContain('badge good');
    expect(text).toMatch(/^losses +the choices earn nothing out of sample$/m);
  });

  it('is not one with a single point that does', () => {
    const report = losing([1, -2]);
    expect(sweepHtml(report)).toContain('badge good');
    expect(`${sweepHtml(report)}${sweepText(report, { top: 3 })}`).not.toMatch(/no point earns money/i);
  });
});

describe('the summary', () => {
  it('states the basis, the statistics and the best points', () => {
    expect(sweepText(sampleSweep(), { top: 3 })).toBe(`\
Touchstone 1.2.3  sweep of market-maker.ts
fidelity   overlay, queue model risk-averse
data       184233 rows, 2026-03-01T00:00:00Z to 2026-03-03T00:00:00Z, checksum cdcdcdcdcdcd
markets    2, together
space      size, spread, skew; 3 seeds

trials     90 trials of 30 points, 1 failed
best       size=20 spread=0.02 skew=true: Sharpe ratio per hour 0.4120
Sharpe     none; the best of so many points has 0.3010 by chance
deflated   0.8710, below 0.95: this may well be luck

   sharpe  deviation    P&L  fills  failed  point
1  0.4120    0.05000  41.20   12.5       0  size=20 spread=0.02 skew=true
2  0.4000    0.05000  40.00   12.5       0  size=10 spread=0.02 skew=false
3  0.4000    0.05000  40.00   12.5       0  size=20 spread=0.03 skew=true
`);
  });

  it('of a walk-forward has its windows', () => {
    const text = sweepText(sampleWalk(), { top: 0 });
    expect(text).toContain('out of     sample: P&L 12.50 dollars, Sharpe 0.2130\n');
    expect(text).toMatch(
      /^2026-03-01T00:00:00Z {2}2026-03-01T16:00:00Z +0\.4120 +0\.8000 +0\.4120 +0 {2}size=20 spread=0\.02 skew=true$/m,
    );
    expect(text).toMatch(/2026-03-02T16:00:00Z +none +none +none +3 {2}no choice\n$/);
  });

  it('shows text of a report as text', () => {
    const nasty = sampleSweep({ strategy: { name: '\u001b[2J', sha256: '' } });
    expect(sweepText(nasty, { top: 0 })).toContain('sweep of \\u001b[2J');
  });
});

describe('the best points', () => {
  it('follows the metric, and has points without a value last', () => {
    const numbers = (report: SweepReport): readonly number[] => ranked(report).map(({ point }) => point);
    const high = numbers(sampleSweep());
    expect([high[0], high.at(-1)]).toEqual([12, 5]);
    const low = numbers(sampleSweep({ metric: { ...sampleSweep().metric, better: 'lower' } }));
    expect([low.at(-2), low.at(-1)]).toEqual([12, 5]);
  });
});

describe('axes', () => {
  it('are the parameters that differ, with their values in order', () => {
    const axes = axesOf(sampleSweep());
    expect(axes.map(({ name, labels }) => `${name}: ${labels.join(' ')}`)).toEqual([
      'size: 10 20 50',
      'spread: 0.01 0.02 0.03 0.04 0.05',
      'skew: true false',
    ]);
    expect(axesOf(drawn([7, 7, 7]))).toEqual([]);
  });

  it('of many values are intervals with all points', () => {
    const values = Array.from({ length: 100 }, (_, index) => index + 1);
    const [linear] = axesOf(drawn(values));
    expect(linear?.labels).toHaveLength(8);
    expect([linear?.labels[0], linear?.labels.at(-1)]).toEqual(['1.00 – 13.4', '87.6 – 100']);
    const points = drawn(values).points;
    expect([linear?.placeOf(points[0] as never), linear?.placeOf(points[99] as never)]).toEqual([0, 7]);
    const [log] = axesOf(drawn(values, 'log'));
    expect([log?.labels[0], log?.placeOf(points[9] as never)]).toEqual(['1.00 – 1.78', 4]);
  });
});

describe('heat maps', () => {
  it('are one for each pair of parameters, and one row for a single parameter', () => {
    expect(
      heatMaps(sampleSweep())
        .toString()
        .match(/data-heat=/g),
    ).toHaveLength(3);
    const single = heatMaps(drawn([1, 2])).toString();
    expect(single.match(/<tr>/g)).toHaveLength(2);
    expect(single).not.toContain('<select');
    expect(heatMaps(drawn([1, 1])).toString()).toContain('All points have the same parameters');
  });

  it('have the mean of all points of a cell, and how many trials those are', () => {
    const page = heatMaps(sampleSweep()).toString();
    // The points 4 and 5 share a cell; 5 failed, so that 4 stands alone: ((4 * 7) % 11) * 70 - 300 = 120.
    expect(page).toMatch(/>0\.120\s+<span class="count">3 trials/);
    // The points 12 and 13: 412 and ((13 * 7) % 11) * 70 - 300 = -90.
    expect(page).toMatch(/class="heat-above-3 best">0\.161\s+<span class="count">6 trials, best point/);
    expect(page).toContain('Left out: 1 point without a value.');
  });

  it('are shaded from 0 on: the best of only losses has the colour of a loss', () => {
    const page = heatMaps(losing([-0.001, -0.2, -0.25])).toString();
    expect(page).not.toContain('above');
    const shades = [...page.matchAll(/<td class="([^"]*)"/g)].map(([, shade]) => shade);
    expect(shades).toEqual(['heat-below-1 best', 'heat-below-4', 'heat-below-5']);
  });

  it('of a score without a sign are shaded from its lowest value on', () => {
    const scores = { ...losing([0.2, 0.25]), metric: { ...sampleSweep().metric, better: 'lower' as const } };
    expect(heatMaps(scores).toString()).toMatch(/<td class="heat best">0\.200/);
  });
});

describe('the page', () => {
  it('has the same bytes for the same report', () => {
    expect(sweepHtml(sampleSweep())).toBe(sweepHtml(sampleSweep()));
  });

  it('escapes no markup of its own', () => {
    expect(sweepHtml(sampleSweep())).not.toMatch(/&#60;[a-z]/);
  });

  it('has text of a report as text', () => {
    expect(sweepHtml(hostileSweep())).not.toContain('<img');
  });
});

const textOf = (pieces: Iterable<string> = []): string => [...pieces].join('');

describe('files', () => {
  it('of JSON fit the schema, with a line for each point', () => {
    for (const report of [sampleSweep(), sampleWalk()]) {
      expect(SweepReport.parse(JSON.parse(textOf(linedJson(report))))).toEqual(report);
    }
    expect(textOf(linedJson(sampleSweep())).match(/^ {4}\{"point":/gm)).toHaveLength(30);
  });

  it('of CSV have a column for each parameter, which hides no other', () => {
    const [point] = sampleSweep().points;
    const parameters = [{ name: 'pnl', values: ['"7"', 8] }];
    const own = sampleSweep({
      parameters,
      points: [{ ...(point as ReportPoint), params: { limit: 100, pnl: '"7"' } }],
    });
    const [points, trials, ...more] = sweepCsv(own);
    expect(textOf(points?.pieces)).toBe(
      'point,trials,failed,mean,deviation,low,high,pnl,fees,orders,fills,drawdown,param.limit,param.pnl\n' +
        '0,3,0,-0.3,0.05,-0.35,-0.25,-30,0.5,40,12.5,20,100,"""7"""\n',
    );
    const rows = textOf(trials?.pieces);
    expect(rows).toMatch(/^trial,phase,window,point,seed,market,end,message,value,pnl,.*,param\.pnl\n/);
    expect(rows).toContain('\n15,whole,,5,1,,failed,onBook threw at row 7: RangeError,,,');
    expect(more).toEqual([]);
    expect(sweepCsv(sampleWalk()).at(-1)?.name).toBe('windows.csv');
  });
});

describe('short numbers', () => {
  it.each([
    [0.000_123_456, '0.0001235'],
    [1e-12, '0.00000000'],
    [12_345.6, '12346'],
    [-0, '0'],
    [-1e-12, '0.00000000'],
  ])('%s', (value, text) => {
    expect(shortNumber(value)).toBe(text);
  });
});
