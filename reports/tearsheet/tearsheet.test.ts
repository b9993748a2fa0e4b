import { describe, expect, it } from 'vitest';
import { BacktestReport } from '../../backtest/report-schema.ts';
import { emptyReport, hostileReport, sampleReport } from './fixtures/sample-report.ts';
import type { PageData } from './page-data.ts';
import { tearsheetHtml } from './tearsheet.ts';

function dataIn(text: string): PageData {
  const [, json = ''] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(text) ?? [];
  return JSON.parse(json);
}

/** The page without styles, scripts and data. */
function bodyOf(text: string): string {
  return text.slice(text.indexOf('<body>'), text.indexOf('<script'));
}

const rowsIn = (text: string, caption: string): number =>
  (bodyOf(text).split(`aria-label="${caption}"`)[1]?.split('</table>')[0]?.match(/<tr>/g)?.length ?? 1) - 1;

describe('the tearsheet', () => {
  it('is a pure function of a report', () => {
    expect(BacktestReport.safeParse(sampleReport()).error).toBeUndefined();
    expect(tearsheetHtml(sampleReport())).toBe(tearsheetHtml(sampleReport()));
  });

  it('shows metrics with sign, interval, reason and definition', () => {
    const report = sampleReport();
    const figures = { value: 61.4, interval: { low: -4.1, high: 120.9 }, samples: 2 };
    const metrics = report.metrics.map((metric) => (metric.id === 'pnl' ? { ...metric, ...figures } : metric));
    const text = bodyOf(tearsheetHtml({ ...report, metrics }));
    expect(text).toContain('<span class="value gain">+$61.40</span>');
    expect(text).toContain('95%: −$4.10 to $120.90, n\u00a0=\u00a02');
    expect(text).toContain('that price is unknown for every fill');
    expect(text.match(/>Equity at the end minus the deposit\./g)).toHaveLength(2);
  });

  it('prints what makes results rosier, an early end and failed audits at the top', () => {
    const audit = { id: 'cut', title: 'The future cut off', verdict: 'fail', detail: 'decision 7 changed' } as const;
    const text = bodyOf(
      tearsheetHtml({
        ...sampleReport(),
        rosier: ['queue model none instead of risk-averse'],
        end: { kind: 'interrupted', row: 1234 },
        audit: { passed: false, audits: [audit] },
      }),
    );
    const head = text.slice(0, text.indexOf('</header>'));
    expect(head).toContain('<li>queue model none instead of risk-averse</li>');
    expect(head).toContain('up to row 1,234');
    expect(head).toContain('<li>The future cut off: decision 7 changed</li>');
    expect(head).toContain('failed (1 of 1)');
  });

  it('states the P&L as a range when inferred trades decide it', () => {
    const bound = (profit: number) => ({ profit, fills: 4, markout1s: null, markout10s: null, markout60s: null });
    const text = bodyOf(tearsheetHtml({ ...sampleReport(), withoutInferred: bound(-2), everyInferred: bound(1e6) }));
    expect(text.slice(0, text.indexOf('</header>'))).toContain('The P&amp;L is -2.00 to +1000000.00 dollars');
  });

  it('draws trades of the second outcome in prices of the first', () => {
    const report = sampleReport();
    const [fill] = report.fills;
    if (fill === undefined) throw new Error('no fill');
    const second = { ...fill, market: 0, token: 1, side: 'BUY', price: 0.4 } as const;
    const [chart] = dataIn(tearsheetHtml({ ...report, fills: [second] })).markets;
    expect(chart?.fills[0]).toMatchObject({
      price: 0.6,
      isBuy: false,
      title: expect.stringMatching(/^Bought .* of No at 0\.40$/),
    });
  });

  it('reads well when nothing happened', () => {
    const text = bodyOf(tearsheetHtml(emptyReport()));
    for (const words of [
      'No order filled.',
      'The strategy sent no order.',
      'The strategy logged nothing.',
      'no gaps or defects',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/NaN|undefined|null|Infinity/);
  });

  it('stays small for a long run, and says what it leaves out', () => {
    const text = tearsheetHtml(sampleReport({ minutes: 100_000, fills: 20_000 }));
    const { charts, markets } = dataIn(text);
    expect(rowsIn(text, 'Fills')).toBe(2_000);
    expect(text).toContain('The first 2,000 of 20,000 rows.');
    expect(text).toContain('2,000 of 20,000 fills are drawn, evenly spread.');
    expect(charts['equity']?.times.length).toBeLessThan(5_000);
    expect(markets[0]?.chart.times.length).toBeLessThan(5_000);
    expect(text.length).toBeLessThan(4e6);
  });

  it('shows hostile text as text', () => {
    const text = tearsheetHtml(hostileReport());
    expect(text.match(/<script[ >]/g)).toHaveLength(3);
    expect(text.includes('<img')).toBe(false);
    expect(/[\u2028\u202e\0]/.test(bodyOf(text))).toBe(false);
  });
});
