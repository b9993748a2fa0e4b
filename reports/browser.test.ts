/** reports tests in Chromium: the pages by mouse, keyboard, phone and printer, with hostile texts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnPart } from '../spec/fixtures/drawn-part.ts';
import { checkHtml } from './check-page/check-page.ts';
import { compareReports } from './comparison/compare.ts';
import { comparisonHtml } from './comparison/comparison-page.ts';
import { exchange, sampleHttpTrace } from './fixtures/http-trace.ts';
import { largeReport } from './fixtures/large-report.ts';
import { everyVerdict, HOSTILE, hostileReport as hostileCheckReport, report, result } from './fixtures/report.ts';
import { matrixOf } from './matrix/build.ts';
import { matrixHtml } from './matrix/matrix-page.ts';
import {
  type Browser,
  faultsOf,
  isBrowserMissing,
  launchBrowser,
  SCREENS,
  screenFaults,
} from './page/fixtures/browser.ts';
import { runHistoryOf } from './run-history/run-history.ts';
import { runHistoryHtml } from './run-history/run-history-page.ts';
import { hostileSweep, sampleSweep, sampleWalk } from './sweep/fixtures/sample-sweep.ts';
import { sweepHtml } from './sweep/sweep-page.ts';
import { emptyReport, hostileReport, sampleReport } from './tearsheet/fixtures/sample-report.ts';
import { tearsheetHtml } from './tearsheet/tearsheet.ts';

/** The page shows the rest of an action a little later. */
const seen = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 10_000, interval: 10 });

const drawnScreen = drawnPart([SCREENS.phone, SCREENS.darkPhone], 2);

describe.skipIf(isBrowserMissing)(
  'in Chromium (skipped without one: apt-get install chromium)',
  { timeout: 60_000 },
  () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await launchBrowser();
    });

    afterAll(() => browser?.close());

    describe('the tearsheet', () => {
      // Few rows: axe looks at each cell.
      const text = tearsheetHtml(sampleReport({ minutes: 720, fills: 16 }));

      it('is quiet, for everybody, no wider than the screen', async () => {
        const open = await browser.open(text, SCREENS.phone);
        await open.page.click('[data-step="1"]');
        expect(await open.page.locator('canvas').count()).toBe(3);
        expect(await screenFaults(open)).toEqual([]);
      });

      it('says why an order filled, by mouse, keyboard and from the table', async () => {
        const { page } = await browser.open(text);
        const card = page.locator('.card');
        expect(await card.textContent()).toContain('Select a fill');
        await page.focus('[data-chart="price"]');
        await page.keyboard.press('ArrowRight');
        const first = await card.textContent();
        expect(first).toMatch(/^Sold 22 of Yes at 0\.495It took resting liquidity of the book/);
        await page.keyboard.press('End');
        expect(await card.textContent()).not.toBe(first);
        await page.click('[data-fill="1"] button');
        expect(await card.textContent()).toBe(first);
        await page.click('[data-fill="2"] button');
        expect(await page.locator('#price-panel select').inputValue()).toBe('1');

        await page.selectOption('#price-panel select', '0');
        const mark = await page.evaluate<{ x: number; y: number }>(PLACE_OF_A_SALE);
        await page.mouse.click(mark.x, mark.y);
        expect(await card.textContent()).toMatch(/^(?:Sold|Bought) /);
      });

      it('sorts tables, and defines figures on focus', async () => {
        const { page } = await browser.open(text);
        const column = page.locator('[aria-label="P&L by price"] tbody td:nth-child(3)');
        const heading = page.locator('[aria-label="P&L by price"] th').nth(2);
        expect(await column.allTextContents()).toEqual(['$6.20', '$15.57', '$35.92', '$64.46', '$22.61', '$18.05']);
        await heading.locator('button').click();
        expect(await heading.getAttribute('aria-sort')).toBe('descending');
        await heading.locator('button').click();
        expect(await column.allTextContents()).toEqual(['$6.20', '$15.57', '$18.05', '$22.61', '$35.92', '$64.46']);

        const about = page.locator('#about-pnl');
        expect(await about.isVisible()).toBe(false);
        await page.focus('[aria-describedby="about-pnl"]');
        expect(await about.isVisible()).toBe(true);
      });

      it('prints dark on white, on few pages', async () => {
        const { page } = await browser.open(text, SCREENS.dark);
        const paper = () => page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper')");
        await page.evaluate("dispatchEvent(new Event('beforeprint'))");
        expect(await paper()).toBe('#ffffff');
        await page.evaluate("dispatchEvent(new Event('afterprint'))");
        expect(await paper()).toBe('#14171b');
        const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
        expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThan(20);
      });

      it('runs no code of the report, and none that was put into the file', async () => {
        const hostile = await browser.open(tearsheetHtml(hostileReport()));
        expect(await hostile.page.evaluate('window.hacked')).toBeUndefined();
        expect(await hostile.page.locator('img').count()).toBe(0);
        expect([hostile.messages, hostile.requests]).toEqual([[], []]);

        const planted =
          '<script>window.hacked=1</script><img src="https://example.test/a.png" onerror="window.hacked=2">';
        const changed = await browser.open(text.replace('</main>', `${planted}</main>`));
        expect(await changed.page.evaluate('window.hacked')).toBeUndefined();
        expect(changed.messages.join()).toContain('Content Security Policy');
      });

      it('is quiet when nothing happened', async () => {
        expect(await faultsOf(await browser.open(tearsheetHtml(emptyReport())))).toEqual([]);
      });
    });

    describe('the page of a check run', () => {
      it('is quiet, for everybody, no wider than the screen', async () => {
        const open = await browser.open(checkHtml(everyVerdict, { trace: sampleHttpTrace() }), SCREENS.phone);
        const { page } = open;
        await page.click('[data-section="2.12"] summary');
        await seen(() => page.locator('[data-section="2.12"] li').count()).toBeGreaterThan(5);
        await seen(() => page.locator('canvas').count()).toBe(1);
        expect(await screenFaults(open)).toEqual([]);
      });

      it(`has no faults with an open finding, on a phone in light or dark, ${drawnScreen.title}`, async () => {
        const text = checkHtml(everyVerdict, { trace: sampleHttpTrace() });
        const open = await browser.open(text, drawnScreen.part[0]);
        await open.page.click('a[href="#check=a.fail"]');
        await seen(() => open.page.locator('#detail .finding').count()).toBe(2);
        expect(await faultsOf(open)).toEqual([]);
      });

      it('selects checks by a filter that the address keeps', async () => {
        const { page, messages } = await browser.open(checkHtml(largeReport(1_000), {}));
        const rows = page.locator('#check-list .row');
        const hash = (): Promise<string> => page.evaluate('location.hash');
        await seen(() => rows.count()).toBe(200);
        // A click can miss a button that moves while the page is laid out.
        const more = async (): Promise<number> => {
          if ((await rows.count()) === 200) await page.click('.more');
          return rows.count();
        };
        await seen(more).toBe(400);

        await page.fill('#check-filter', 'status:fail route:/positions');
        const selected = await rows.count();
        expect(selected).toBeLessThan(20);
        await seen(hash).toBe('#filter=status:fail+route:/positions');
        await page.reload();
        expect(await page.locator('#check-filter').inputValue()).toBe('status:fail route:/positions');
        await seen(() => rows.count()).toBe(selected);

        await page.focus('#check-filter');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        const detail = page.locator('#detail h1');
        const first = await detail.textContent();
        await page.click('.neighbours >> text=Next');
        await seen(() => detail.textContent()).not.toBe(first);
        await page.goBack();
        await seen(() => detail.textContent()).toBe(first);
        await page.keyboard.press('Escape');
        await seen(() => page.locator('#overview').isVisible()).toBe(true);
        await seen(hash).toBe('#filter=status:fail+route:/positions');
        await page.click('.choices >> text=all');
        await seen(() => rows.count()).toBe(200);
        await page.goBack();
        await seen(() => rows.count()).toBe(selected);
        expect(messages).toEqual([]);
      });

      it('shows a finding with its place, copies its trace and curl line, and opens its exchange', async () => {
        const trace = sampleHttpTrace();
        const exchanges = [exchange(9, { check: 'another.check' }), ...trace.exchanges];
        const text = checkHtml(everyVerdict, { trace: { ...trace, exchanges } });
        const { page, messages } = await browser.open(text);
        await page.evaluate("location.hash = '#finding=0123456789ab'");
        const copied = async (index: number): Promise<string> => {
          await page.click(`#detail .copy >> nth=${index}`);
          await seen(() => page.locator('.copy-head [role="status"]').nth(index).textContent()).toBe('Copied');
          return page.evaluate('navigator.clipboard.readText()');
        };
        expect(await copied(0)).toMatch(/^scenario: .*\nsteps:\n {2}- get: \/positions\n/);
        expect(await copied(1)).toBe('touchstone run FOLDER/a.fail--4.8-limit.max.yaml --target "$TARGET"');
        expect(await copied(2)).toBe('curl -sS -i "$TARGET"/positions?limit=500');
        await seen(() => page.locator('.sides mark').nth(0).textContent()).toBe('"5"');
        expect(await page.locator('.sides .elsewhere').count()).toBe(0);
        await seen(() => page.locator('.finding').nth(0).textContent()).toContain('How to fix it');
        await page.click('text=whole exchange 1');
        await seen(() => page.locator('#detail pre').nth(1).textContent()).toContain('"size": "5"');
        await page.evaluate("location.hash = '#traffic=status:none'");
        await seen(() => page.locator('.exchanges .row').count()).toBe(1);
        await page.evaluate("location.hash = '#check=no.such'");
        await seen(() => page.locator('#detail h1').textContent()).toBe('Not in this report');
        expect(messages).toEqual([]);
      });

      it('repeats a row of another command by the command line in its report', async () => {
        const checks = everyVerdict.checks.map((check) => ({
          ...check,
          findings: check.findings.map(({ scenario: _, ...found }) => ({ ...found, curl: 'touchstone run a.yaml' })),
        }));
        const { page } = await browser.open(checkHtml({ ...everyVerdict, command: 'run', checks }, {}));
        await page.evaluate("location.hash = '#finding=0123456789ab'");
        const titles = page.locator('.finding').nth(0).locator('.copy-head h3');
        expect(await titles.allTextContents()).toEqual(['Repeat with Touchstone']);
        expect(await page.locator('.finding').nth(0).textContent()).not.toContain('--save-scenarios');
      });

      it('runs no code of the report, and asks for nothing', async () => {
        const hostile = result(HOSTILE, 'fail', {
          ...hostileCheckReport.checks[0],
          id: HOSTILE,
          title: `<img src=x onerror="window.hacked=1">${'y'.repeat(1_000_000)}`,
        });
        const text = checkHtml({ ...hostileCheckReport, checks: [hostile] }, {});
        const { page, messages, requests } = await browser.open(text);
        await page.click('.row a');
        await seen(() => page.locator('#detail').isVisible()).toBe(true);
        await seen(() => page.locator('#detail .code-block').nth(2).textContent()).toContain('\\u202e');
        await seen(() => page.locator('.sides .elsewhere').count()).toBe(1);
        expect(await page.locator('img, #detail b').count()).toBe(0);
        expect(await page.evaluate('window.hacked')).toBeUndefined();
        expect([messages, requests]).toEqual([[], []]);
      });
    });

    describe('the page of a sweep', () => {
      it('is quiet, for everybody, no wider than the screen', async () => {
        const open = await browser.open(sweepHtml(sampleWalk()), SCREENS.phone);
        expect(await open.page.locator('canvas').count()).toBe(1);
        expect(await screenFaults(open)).toEqual([]);
      });

      it('shows the heat map of the chosen pair, by keyboard, as a table', async () => {
        const { page } = await browser.open(sweepHtml(sampleSweep()));
        const shown = (): Promise<string[]> =>
          page.evaluate(
            "[...document.querySelectorAll('[data-heat]')].filter((map) => map.checkVisibility())" +
              ".map((map) => map.querySelector('h3').textContent)",
          );
        expect(await shown()).toEqual(['size and spread']);
        await page.focus('#heat-choice');
        await page.keyboard.press('ArrowDown');
        await seen(shown).toEqual(['size and skew']);
        await page.selectOption('#heat-choice', '0');
        const heads = page.locator('[data-heat="0"] th[scope="col"]');
        expect(await heads.allTextContents()).toEqual(['spread \\ size', '10', '20', '50']);
        expect(await page.locator('[data-heat="0"] .best').textContent()).toBe('0.161\n6 trials, best point');
      });

      it('is quiet without parameters and windows, and runs no code of the report', async () => {
        const open = await browser.open(sweepHtml(hostileSweep()));
        expect(await open.page.locator('img').count()).toBe(0);
        expect(await faultsOf(open)).toEqual([]);
      });
    });

    describe('the pages of many reports, on a dark phone', () => {
      it('a comparison has no faults, and sorts its tables', async () => {
        const passing = report(hostileCheckReport.checks.map(({ id }) => result(id, 'pass')));
        const comparison = compareReports(
          { name: HOSTILE, report: passing },
          { name: 'new', report: hostileCheckReport },
        );
        const open = await browser.open(comparisonHtml(comparison), SCREENS.darkPhone);
        const { page } = open;
        expect(await faultsOf(open)).toEqual([]);
        const severities = page.locator('#new tbody td:first-child');
        expect(await severities.allTextContents()).toEqual(['fail, regression', 'note']);
        await page.focus('#new th button');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
        expect(await severities.allTextContents()).toEqual(['note', 'fail, regression']);
      });

      it('a history has no faults, and names the newest run above its chart', async () => {
        const files = [everyVerdict, hostileCheckReport].map((each, index) => ({
          file: `${index}${HOSTILE}`,
          report: each,
        }));
        const text = runHistoryHtml(runHistoryOf([...files, { file: HOSTILE, reason: HOSTILE }]));
        const open = await browser.open(text, SCREENS.darkPhone);
        const { page } = open;
        expect(await faultsOf(open)).toEqual([]);
        expect(await page.locator('canvas').count()).toBe(1);
        expect(await page.locator('[data-readout="trend"]').textContent()).toMatch(
          /^1a.*Result 50\.00%Coverage 66\.67%$/s,
        );
      });

      it('a matrix has no faults, and opens the failures of a cell by keyboard and for print', async () => {
        const reports = [hostileCheckReport, everyVerdict].map((each) => ({ name: HOSTILE, report: each }));
        const open = await browser.open(matrixHtml(matrixOf(reports)), SCREENS.darkPhone);
        const { page } = open;
        expect(await faultsOf(open)).toEqual([]);
        const lists = page.locator('.failures > ul');
        expect(await lists.nth(0).isVisible()).toBe(false);
        await page.focus('.matrix a');
        await page.keyboard.press('Enter');
        await seen(() => lists.nth(0).isVisible()).toBe(true);
        expect(await lists.nth(1).isVisible()).toBe(false);
        await page.evaluate("dispatchEvent(new Event('beforeprint'))");
        expect(await lists.nth(1).isVisible()).toBe(true);
      });
    });
  },
);

/** Finds the lowest point of the screen at which the canvas of prices has the colour of sales: the tip of a mark. */
const PLACE_OF_A_SALE = `(() => {
  const canvas = document.querySelector('[data-chart="price"] canvas');
  canvas.scrollIntoView({ block: 'center' });
  const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const { left, top } = canvas.getBoundingClientRect();
  for (let at = data.length - 4; at >= 0; at -= 4) {
    if (data[at] !== 0xb4 || data[at + 1] !== 0x50 || data[at + 2] !== 0x0b) continue;
    return { x: left + (at / 4) % width, y: top + Math.floor(at / 4 / width) };
  }
})()`;
