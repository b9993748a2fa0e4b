import { describe, expect, it } from 'vitest';
import { report, result } from '../../reports/fixtures/report.ts';
import { labelled, parseLabels } from './labels.ts';

const judged = report([result('a.pass', 'pass')]);

describe('labels of a report', () => {
  it('are what the user says about the run', () => {
    const said = labelled(judged, { label: ['commit=4f2a', 'note=a=b'], source: 'src/server.ts' });
    expect(said.labels).toEqual({ commit: '4f2a', note: 'a=b' });
    expect(said.codeScanning).toEqual({ source: 'src/server.ts' });
    expect(labelled(judged, {})).toEqual(judged);
  });

  it.each([['commit'], ['=x'], ['two words=x'], [`long=${'x'.repeat(501)}`]])('refuse %s', (label) => {
    expect(() => parseLabels([label])).toThrow(/--label takes NAME=VALUE/);
  });

  it('refuse a name that is given twice', () => {
    expect(() => parseLabels(['a=1', 'a=2'])).toThrow(/given twice/);
  });
});
