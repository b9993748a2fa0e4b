/** cli/bisect/text: the comparison of two runs as text for a terminal and as JSON. Pure: each function returns what is printed. */
import { isDeepStrictEqual, styleText } from 'node:util';
import { safeJson, visible } from '../../reports/untrusted.ts';
import type { Comparison, Course } from '../../sim/journal/bisect.ts';
import type { JournalRecord } from '../../sim/journal/record.ts';
import { departureText } from '../../sim/journal/replay.ts';
import type { RunSide } from '../../sim/journal/rerun.ts';
import type { RunIndex } from '../../sim/journal/run-index.ts';
import type { FieldDifference } from '../../sim/journal/state-difference.ts';
import type { Event } from '../../spec/venue/event.ts';

type Runs = { readonly a: RunIndex; readonly b: RunIndex };
type Paint = (of: 'A' | 'B', text: string) => string;

/** Fields and events that are shown; `--json` has all. */
const SHOWN = 60;
/** Widest column of a table that other lines are padded to. */
const WIDEST = 60;

/** The comparison for people. `hasColours`: with terminal colours. */
export function bisectText(runs: Runs, comparison: Comparison, hasColours = false): string {
  const paint: Paint = (of, text) =>
    hasColours ? styleText(of === 'A' ? 'red' : 'green', text, { validateStream: false }) : text;
  const heading = [runLine('A', runs.a), runLine('B', runs.b)].join('\n');
  return `${[heading, ...outcome(runs, comparison, paint)].join('\n\n')}\n`;
}

function runLine(name: string, { path, records, header, torn }: RunIndex): string {
  const of = header.world === 'empty' ? 'an empty venue' : `world ${header.world}`;
  const by = header.touchstone === '' ? '' : `, by touchstone ${header.touchstone}`;
  const cut = torn === undefined ? '' : `; an interrupted write of ${torn.bytes} bytes at the end is left out`;
  return visible(
    `${name} ${path}: ${records} records of ${of}, seed ${header.seed}, profile ${header.profile}${by}${cut}`,
  );
}

function outcome(runs: Runs, comparison: Comparison, paint: Paint): readonly string[] {
  if (comparison.kind !== 'other-start') return course(runs, comparison, paint);
  const begin = ['The runs begin differently:', fieldTable(comparison.fields, paint)];
  if (comparison.course === undefined) return begin;
  const records = course(runs, comparison.course, paint, 'records');
  return [...begin, 'Both begin in the same state, so their records are compared:', ...records];
}

function course(runs: Runs, comparison: Course, paint: Paint, what = 'runs'): readonly string[] {
  switch (comparison.kind) {
    case 'same':
      return [`The ${what} are the same: ${comparison.common.events} events, state ${comparison.common.hash}`];
    case 'prefix': {
      const { common, shorter } = comparison;
      const [ended, longer] = shorter === 'a' ? (['A', 'B'] as const) : (['B', 'A'] as const);
      const [records, from] = shorter === 'a' ? [runs.b.records, common.b] : [runs.a.records, common.a];
      const more = records - from === 1 ? 'one more record' : `${records - from} more records`;
      return [`${sameUpTo(comparison)}\n${ended} ends there, and ${longer} continues with ${more}`];
    }
    case 'diverged':
      return [
        sameUpTo(comparison),
        commands(comparison, paint),
        events(comparison, paint),
        state(comparison, paint),
      ].filter((section) => section !== '');
  }
}

function sameUpTo({ common: { a, b, events, hash } }: Extract<Course, { common: unknown }>): string {
  const place = a === b ? `record ${a} of both` : `record ${a} of A and ${b} of B`;
  return `The same up to ${place} (${events} events, state ${hash})`;
}

type Diverged = Extract<Course, { kind: 'diverged' }>;

function commands({ a, b }: Diverged, paint: Paint): string {
  const line = (of: 'A' | 'B', side: RunSide): string => `${of}  ${paint(of, recordLine(side.record))}`;
  const remarks = [...departure('A', a), ...departure('B', b)];
  return ['First difference:', line('A', a), line('B', b), ...remarks].join('\n');
}

function recordLine(record: JournalRecord | undefined): string {
  if (record === undefined) return 'the run ends';
  const { kind, ...fields } = record.do;
  const detail = kind === 'clock' ? '' : ` ${visible(JSON.stringify(fields))}`;
  const at = new Date(record.at).toISOString();
  return `record ${record.n}  ${at}  ${kind}${detail}  -> ${record.events} events, state ${record.hash}`;
}

/** The difference between the replay of a run and its records, if any. */
function departure(of: string, { departs }: RunSide): readonly string[] {
  if (departs === undefined) return [];
  const { record, departure: how } = departs;
  if (record !== undefined) return [`${of} is not reproduced: record ${record.n} ${departureText(record, how)}`];
  return [`${of} cannot be replayed: this version of Touchstone builds another world`];
}

/** The events of both records by their numbers; equal ones once. */
function events({ a, b }: Diverged, paint: Paint): string {
  const first = Math.min(a.firstEvent, b.firstEvent);
  const end = Math.max(a.firstEvent + a.events.length, b.firstEvent + b.events.length);
  const lines: string[] = [];
  for (let number = first; number < end; number += 1) {
    const [one, other] = [a.events[number - a.firstEvent], b.events[number - b.firstEvent]];
    if (isDeepStrictEqual(one, other)) lines.push(eventLine(' ', number, one));
    else {
      if (one !== undefined) lines.push(paint('A', eventLine('A', number, one)));
      if (other !== undefined) lines.push(paint('B', eventLine('B', number, other)));
    }
  }
  return lines.length === 0 ? '' : ['Events, as this version replays them:', ...shortened(lines)].join('\n');
}

function eventLine(of: string, number: number, event: Event | undefined): string {
  if (event === undefined) return '';
  const { kind, ...fields } = event;
  return `${of}  ${number}  ${kind} ${visible(JSON.stringify(fields))}`;
}

function state({ fields }: Diverged, paint: Paint): string {
  if (fields.length === 0) return '';
  return `State afterwards (sizes and cash in millionths, prices in 1e-4):\n${fieldTable(fields, paint)}`;
}

function fieldTable(fields: readonly FieldDifference[], paint: Paint): string {
  const rows = fields.map(({ field, a, b }) => [field, visible(String(a ?? '-')), visible(String(b ?? '-'))] as const);
  const widths = [0, 1].map((column) => Math.min(WIDEST, Math.max(5, ...rows.map((row) => row[column]?.length ?? 0))));
  const row = (field: string, a: string, b: string): string =>
    `${field.padEnd(widths[0] ?? 0)}  ${paint('A', a.padEnd(widths[1] ?? 0))}  ${paint('B', b)}`;
  return [row('field', 'A', 'B'), ...shortened(rows.map((cells) => row(...cells)))].join('\n');
}

function shortened(lines: readonly string[]): readonly string[] {
  return lines.length <= SHOWN ? lines : [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`];
}

/** The comparison for programs. */
export function bisectJson(runs: Runs, comparison: Comparison): string {
  const about = ({ path, records, header, torn }: RunIndex) => ({ path, records, header, torn: torn ?? null });
  const { verdict, ...rest } = comparisonJson(comparison);
  return `${safeJson({ verdict, runs: { a: about(runs.a), b: about(runs.b) }, ...rest })}\n`;
}

function comparisonJson({ kind: verdict, ...rest }: Comparison): { readonly verdict: string } {
  if ('a' in rest) return { verdict, ...rest, ...{ a: sideJson(rest.a), b: sideJson(rest.b) } };
  if ('course' in rest) return { verdict, ...rest, ...{ course: comparisonJson(rest.course) } };
  return { verdict, ...rest };
}

function sideJson({ record, events, firstEvent, departs }: RunSide) {
  return { record: record ?? null, firstEvent, events, departs: departs ?? null };
}
