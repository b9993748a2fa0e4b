/** reports/browser/finding-trace: the shortest scenario that leads to a finding; otherwise the writes before it. */
import { copyable } from './copyable.js';
import { make } from './dom.js';

/** @import { CheckResult, Finding, SavedScenario } from '../../conformance/report.ts' */

/** Capabilities whose checks write. */
const WRITING = ['trading', 'heartbeat-expiry', 'limits-sustained'];

/**
 * @param {Finding} finding
 * @param {CheckResult['capability'] | undefined} capability That of the check; undefined if no scenario can be found.
 */
export function findingTrace({ scenario, before, severity }, capability) {
  if (scenario !== undefined && 'file' in scenario) return savedTrace(scenario, capability);
  const isSearchable = capability !== undefined && severity === 'fail';
  const why =
    scenario === undefined
      ? 'touchstone check --save-scenarios FOLDER finds the shortest trace of the first failure of each clause.'
      : `No shortest trace: ${scenario.reason}.`;
  return make(
    'div',
    {},
    writesBefore(before),
    (scenario !== undefined || isSearchable) && make('p', { class: 'note' }, why),
  );
}

/**
 * @param {Extract<SavedScenario, { file: string }>} scenario
 * @param {CheckResult['capability'] | undefined} capability
 */
function savedTrace({ file, text }, capability = '') {
  const flags = WRITING.includes(capability) ? ' --credentials FILE --allow-writes' : '';
  return make(
    'div',
    { class: 'repeat trace' },
    text === undefined
      ? make('p', {}, `The shortest trace is too long for a report: it is in the file ${file}.`)
      : copyable('Shortest trace', text),
    copyable(
      'Play it again',
      `touchstone run FOLDER/${file} --target "$TARGET"${flags}`,
      'FOLDER is that of --save-scenarios. Set TARGET to the address of the deployment first.',
    ),
  );
}

/** @param {Finding['before']} requests */
function writesBefore(requests) {
  if (requests === undefined || requests.length === 0) return false;
  const title = `${requests.length} ${requests.length === 1 ? 'write' : 'writes'} before it`;
  const items = requests.map((request) => make('li', { class: 'code' }, request));
  return make('details', {}, make('summary', {}, title), make('ol', { class: 'before' }, ...items));
}
