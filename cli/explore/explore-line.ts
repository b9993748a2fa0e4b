/** cli/explore/explore-line: the progress of an exploration on stderr: cases, rate, coverage and counterexamples. */
import type { Found } from '../../conformance/properties/checks.ts';
import type { Property } from '../../conformance/properties/property.ts';
import { visible } from '../../reports/untrusted.ts';
import type { ProgressLine } from '../check/progress-line.ts';
import { CLEAR, createTextProgress, type ProgressSink, type TextProgress } from '../terminal/text-progress.ts';

type Covered = { cases: number; readonly features: Set<string>; space: number };

export type ExploreLine = {
  readonly progress: ProgressLine;
  noteCase(id: string, features: readonly string[], space: number): void;
  noteFound(id: string, found: Found): void;
  /** A line for each property: its cases, and the part of its space that they covered. */
  summary(): string;
};

export function createExploreLine(sink: ProgressSink, properties: readonly Pick<Property, 'id'>[]): ExploreLine {
  const covered = new Map<string, Covered>(
    properties.map(({ id }) => [id, { cases: 0, features: new Set<string>(), space: 0 }]),
  );
  let text: TextProgress | undefined;
  const start = performance.now();
  let requests = 0;
  let current = '';
  const show = (): void =>
    text?.show(() => {
      const seconds = (performance.now() - start) / 1_000;
      const rate = `${requests} requests, ${Math.round(requests / Math.max(seconds, 0.001))} a second`;
      return `${visible(current)}: ${countsOf(covered.get(current))}  ${rate}`;
    });
  return {
    progress: {
      show(progress) {
        // Flags are validated before the first event.
        text ??= createTextProgress(sink, 'looking at the target');
        if (progress.kind === 'sent') ({ requests } = progress);
        if (current !== '') show();
      },
      end: () => text?.end(),
    },
    noteCase(id, features, space) {
      current = id;
      const row = covered.get(id);
      if (row === undefined) return;
      row.cases += 1;
      row.space = space;
      for (const feature of features) row.features.add(feature);
    },
    noteFound(id, { seed, path, faults }) {
      const start = sink.isTTY === true ? CLEAR : '';
      sink.write(
        `${start}found  ${visible(`${id}: ${faults[0] ?? ''}`)} (--only ${id} --seed ${seed} --path ${path})\n`,
      );
    },
    summary() {
      const rows = [...covered].map(([id, row]) => `  ${id.padEnd(28)} ${countsOf(row)}\n`);
      return `\nexplored\n${rows.join('')}`;
    },
  };
}

function countsOf(row: Covered | undefined): string {
  if (row === undefined || row.cases === 0) return 'no cases';
  const cases = `${row.cases} cases`;
  return row.space === 0 ? cases : `${cases.padEnd(12)} ${row.features.size} of ${row.space} kinds of values`;
}
