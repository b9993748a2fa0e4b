import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityFaults,
  type Browser,
  isBrowserMissing,
  launchBrowser,
  openPage,
  SCREENS,
  screenFaults,
} from '../page/fixtures/browser.ts';
import { hostileSweep, sampleSweep, sampleWalk } from './fixtures/sample-sweep.ts';
import { sweepHtml } from './sweep-page.ts';

describe.skipIf(isBrowserMissing)(
  'the page of a sweep in Chromium (skipped without one: apt-get install chromium)',
  { concurrent: true, timeout: 60_000 },
  () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await launchBrowser();
    });

    afterAll(() => browser?.close());

    it.each(Object.entries(SCREENS))('%s: quiet, for everybody, no wider than the screen', async (_, screen) => {
      const open = await openPage(browser, sweepHtml(sampleWalk()), screen);
      const { page, close } = open;
      expect(await page.locator('canvas').count()).toBe(1);
      expect(await screenFaults(open, screen)).toEqual([]);
      await close();
    });

    it('shows the heat map of the chosen pair, by keyboard, as a table', async () => {
      const { page, close } = await openPage(browser, sweepHtml(sampleSweep()), SCREENS['on a light screen']);
      const shown = (): Promise<string[]> =>
        page.evaluate(
          "[...document.querySelectorAll('[data-heat]')].filter((map) => map.checkVisibility()).map((map) => map.querySelector('h3').textContent)",
        );
      expect(await shown()).toEqual(['size and spread']);
      await page.focus('#heat-choice');
      await page.keyboard.press('ArrowDown');
      expect(await shown()).toEqual(['size and skew']);
      await page.selectOption('#heat-choice', '0');
      const heads = page.locator('[data-heat="0"] th[scope="col"]');
      expect(await heads.allTextContents()).toEqual(['spread \\ size', '10', '20', '50']);
      expect(await page.locator('[data-heat="0"] .best').textContent()).toBe('0.161\n6 trials, best point');
      await close();
    });

    it('is quiet without parameters and windows, and runs no code of the report', async () => {
      const { page, messages, requests, close } = await openPage(browser, sweepHtml(hostileSweep()));
      expect(await page.evaluate('window.hacked')).toBeUndefined();
      expect(await page.locator('img').count()).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect([messages, requests]).toEqual([[], []]);
      await close();
    });
  },
);
