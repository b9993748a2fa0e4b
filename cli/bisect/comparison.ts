/** cli/bisect/comparison: the work of `touchstone bisect`: reads two runs, compares them, prints the difference. */

import { isDeepStrictEqual, styleText } from 'node:util';
import { safeJson, visible } from '../../reports/untrusted.ts';
import { type Comparison, compareRuns, type RunSide, type RunSummary } from '../../sim/journal/bisect.ts';
import { JournalError } from '../../sim/journal/journal-error.ts';
import type { FieldDifference, JournalRecord } from '../../sim/journal/record.ts';
import type { Event } from '../../spec/venue/event.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { hasColours } from '../terminal/colors.ts';
import type { BisectFlags } from './command.ts';

/** Compares the runs at `a` and `b`. Throws `CliError` if one of them cannot be read. */
export function bisect(a: string, b: string, flags: BisectFlags): ExitCode {
  try {
    const comparison = compareRuns(a, b);
    process.stdout.write(flags.json ? `${safeJson(comparison)}\n` : bisectText(comparison, hasColours()));
    return comparison.verdict === 'same' ? EXIT.ok : EXIT.failed;
  } catch (error) {
    if (error instanceof JournalError) throw new CliError(error.message);
    throw error;
  }
}

type Paint = (of: 'A' | 'B', text: string) => string;

/** Fields and events that are shown; `--json` has all. */
const SHOWN = 60;
/** Widest column of a table that other lines are padded to. */
const WIDEST = 60;

/** The comparison for people. `hasColours`: with terminal colours. */
function bisectText(comparison: Comparison, hasColours = false) {
  const { runs } = comparison;
  const paint: Paint = (of, text) =>
    hasColours ? styleText(of === 'A' ? 'red' : 'green', text, { validateStream: false }) : text;
  const heading = [runLine('A', runs.a), runLine('B', runs.b)].join('\n');
  return `${[heading, ...outcome(comparison, paint)].join('\n\n')}\n`;
}

function runLine(name: string, { path, records, header, torn }: RunSummary) {
  const of = header.world === 'empty' ? 'an empty venue' : `world ${header.world}`;
  const by = header.touchstone === '' ? '' : `, by touchstone ${header.touchstone}`;
  const cut = torn === 0 ? '' : `; an interrupted write of ${torn} bytes at the end is left out`;
  return visible(
    `${name} ${path}: ${records} records of ${of}, seed ${header.seed}, profile ${header.profile}${by}${cut}`,
  );
}

function outcome(comparison: Comparison, paint: Paint): readonly string[] {
  const { runs } = comparison;
  switch (comparison.verdict) {
    case 'other-start':
      return ['The runs begin differently:', fieldTable(comparison.fields, paint)];
    case 'same':
      return [`The runs are the same: ${comparison.common.events} events, state ${comparison.common.hash}`];
    case 'prefix': {
      const { shorter } = comparison;
      const [ended, longer] = shorter === 'a' ? (['A', 'B'] as const) : (['B', 'A'] as const);
      const rest = Math.abs(runs.a.records - runs.b.records);
      const more = rest === 1 ? 'one more record' : `${rest} more records`;
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

function sameUpTo({ common: { a, events, hash } }: Extract<Comparison, { common: unknown }>) {
  return `The same up to record ${a} of both (${events} events, state ${hash})`;
}

type Diverged = Extract<Comparison, { verdict: 'diverged' }>;

function commands({ a, b }: Diverged, paint: Paint): string {
  const line = (of: 'A' | 'B', side: RunSide) => `${of}  ${paint(of, recordLine(side.record))}`;
  const remarks = [...departure('A', a), ...departure('B', b)];
  return ['First difference:', line('A', a), line('B', b), ...remarks].join('\n');
}

function recordLine(record: JournalRecord) {
  const { kind, ...fields } = record.do;
  const detail = kind === 'clock' ? '' : ` ${visible(JSON.stringify(fields))}`;
  const at = new Date(record.at).toISOString();
  return `record ${record.n}  ${at}  ${kind}${detail}  -> ${record.events} events, state ${record.hash}`;
}

/** The difference between the replay of a run and its records, if any. */
function departure(of: string, { departs }: RunSide): readonly string[] {
  if (departs === null) return [];
  const { record, reason } = departs;
  if (record !== null) return [`${of} is not reproduced: record ${record.n} ${reason}`];
  return [`${of} cannot be replayed: ${visible(reason)}`];
}

/** The events after the common ones by their numbers; equal ones once. */
function events({ common, a, b }: Diverged, paint: Paint): string {
  const lines: string[] = [];
  for (let index = 0; index < Math.max(a.events.length, b.events.length); index += 1) {
    const number = common.events + index + 1;
    const [one, other] = [a.events[index], b.events[index]];
    if (isDeepStrictEqual(one, other)) lines.push(eventLine(' ', number, one));
    else {
      if (one !== undefined) lines.push(paint('A', eventLine('A', number, one)));
      if (other !== undefined) lines.push(paint('B', eventLine('B', number, other)));
    }
  }
  return lines.length === 0 ? '' : ['Events, as this version replays them:', ...shortened(lines)].join('\n');
}

function eventLine(of: string, number: number, event: Event | undefined) {
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
  const row = (field: string, a: string, b: string) =>
    `${field.padEnd(widths[0] ?? 0)}  ${paint('A', a.padEnd(widths[1] ?? 0))}  ${paint('B', b)}`;
  return [row('field', 'A', 'B'), ...shortened(rows.map((cells) => row(...cells)))].join('\n');
}

function shortened(lines: readonly string[]) {
  return lines.length <= SHOWN ? lines : [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`];
}
