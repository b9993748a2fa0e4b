/** Tests in Chromium: the pages of comparisons, histories and matrices on a dark phone, with hostile texts, and their keyboards. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyVerdict, HOSTILE, hostileReport, report, result } from '../fixtures/report.ts';
import { historyOf } from '../history/history.ts';
import { historyHtml } from '../history/history-page.ts';
import { matrixOf } from '../matrix/build.ts';
import { matrixHtml } from '../matrix/matrix-page.ts';
import {
  accessibilityFaults,
  type Browser,
  isBrowserMissing,
  launchBrowser,
  type OpenPage,
  openPage,
} from '../page/fixtures/browser.ts';
import { compareReports } from './compare.ts';
import { comparisonHtml } from './comparison-page.ts';

const SCREEN = { colorScheme: 'dark', viewport: { width: 360, height: 740 }, hasTouch: true } as const;

/** Faults that axe finds, messages, requests, code that ran, and the width of a page that is wider than the screen. */
async function faultsOf({ page, messages, requests }: OpenPage): Promise<readonly unknown[]> {
  const [width, hacked] = await page.evaluate<unknown[]>(
    '[document.documentElement.scrollWidth, window.hacked ?? null]',
  );
  const faults = [...(await accessibilityFaults(page)), ...messages, ...requests];
  return [...faults, ...(width === SCREEN.viewport.width ? [] : [width]), ...(hacked === null ? [] : [hacked])];
}

describe.skipIf(isBrowserMissing)(
  'in Chromium (skipped without one: apt-get install chromium)',
  { concurrent: true, timeout: 60_000 },
  () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await launchBrowser();
    });

    afterAll(() => browser?.close());

    it('a comparison has no faults, and sorts its tables', async () => {
      const passing = report(hostileReport.checks.map(({ id }) => result(id, 'pass')));
      const comparison = compareReports({ name: HOSTILE, report: passing }, { name: 'new', report: hostileReport });
      const open = await openPage(browser, comparisonHtml(comparison), SCREEN);
      const { page, close } = open;
      expect(await faultsOf(open)).toEqual([]);
      const severities = page.locator('#new tbody td:first-child');
      expect(await severities.allTextContents()).toEqual(['fail, regression', 'note']);
      await page.focus('#new th button');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      expect(await severities.allTextContents()).toEqual(['note', 'fail, regression']);
      await close();
    });

    it('a history has no faults, and names the newest run above its chart', async () => {
      const files = [everyVerdict, hostileReport].map((each, index) => ({ file: `${index}${HOSTILE}`, report: each }));
      const open = await openPage(
        browser,
        historyHtml(historyOf([...files, { file: HOSTILE, reason: HOSTILE }])),
        SCREEN,
      );
      const { page, close } = open;
      expect(await faultsOf(open)).toEqual([]);
      expect(await page.locator('canvas').count()).toBe(1);
      expect(await page.locator('[data-readout="trend"]').textContent()).toMatch(
        /^1a.*Result 50\.00%Coverage 66\.67%$/s,
      );
      await close();
    });

    it('a matrix has no faults, and opens the failures of a cell by keyboard and for print', async () => {
      const reports = [hostileReport, everyVerdict].map((each) => ({ name: HOSTILE, report: each }));
      const open = await openPage(browser, matrixHtml(matrixOf(reports)), SCREEN);
      const { page, close } = open;
      expect(await faultsOf(open)).toEqual([]);
      const lists = page.locator('.failures > ul');
      expect(await lists.nth(0).isVisible()).toBe(false);
      await page.focus('.matrix a');
      await page.keyboard.press('Enter');
      expect([await lists.nth(0).isVisible(), await lists.nth(1).isVisible()]).toEqual([true, false]);
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      expect(await lists.nth(1).isVisible()).toBe(true);
      await close();
    });
  },
);
