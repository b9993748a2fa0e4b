/** bench/reports-run: writes a large report in every format, and prints times and peak memory as JSON. */
import { largeReport } from '../reports/fixtures/large-report.ts';
import { FORMATS } from '../reports/formats.ts';

const CHECKS = 10_000;
const report = largeReport(CHECKS);
const milliseconds = Object.entries(FORMATS).map(([format, write]) => {
  const start = performance.now();
  write(report, {});
  return [format, performance.now() - start] as const;
});
const mebibytes = process.resourceUsage().maxRSS / 1_024;
process.stdout.write(JSON.stringify({ milliseconds: Object.fromEntries(milliseconds), mebibytes }));
