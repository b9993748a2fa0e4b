/** conformance/traffic/label: the target in a report of recorded traffic, by which readers recognize such a report. */
import type { Report } from '../report.ts';

const MARK = ' (recorded)';

/** `source`: the files or the deployment of which traffic was recorded. */
export function trafficLabel(source: string): string {
  return `${source}${MARK}`;
}

/** Whether the report judges recorded traffic, so that no check sent a request. */
export function isOfTraffic({ target }: Pick<Report, 'target'>): boolean {
  return target.endsWith(MARK);
}
