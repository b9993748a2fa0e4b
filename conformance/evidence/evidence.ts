/** conformance/evidence/evidence: findings, verified clauses and facts of one source, merged in suite order. */
import { createHash } from 'node:crypto';
import { isObject, parseJson } from '../../base/json.ts';
import type { Request } from '../../wire/message.ts';
import { type Deviation, type Exchange, type JudgedId, type RouteId, SameAs } from '../check.ts';
import type { Counterexample } from '../counterexample.ts';
import type { Finding } from '../report.ts';
import { curlLine } from './curl.ts';
import {
  citedObject,
  cut,
  describe,
  inWords,
  placeIn,
  pointerShape,
  requestLine,
  responseLine,
  writeLine,
} from './excerpt.ts';

/** A finding before its severity is known. */
type Sighting = Omit<Finding, 'clause' | 'level' | 'severity' | 'scenario' | 'isNew' | 'more'>;

/** Sightings of one clause: the first few that differ, and the number of further ones. */
export type Sightings = { readonly first: Sighting[]; readonly shapes: Set<string>; more: number };

/** Called with each finding and all requests and responses before it. */
export type Witness = (found: FindingNames, exchange: Exchange, deviation: Deviation) => void;

/** The id of a finding and what it follows from. */
type FindingNames = { readonly id: string; readonly check: string; readonly clause: JudgedId };

export type Evidence = Readonly<{
  witness: Witness | undefined;
  /** The first writes of the source as lines, in order of start, and how many were before each request. */
  writes: string[];
  places: WeakMap<Request, number>;
  /** By check id, then by clause. */
  findings: Map<string, Map<string, Sightings>>;
  verified: Set<string>;
  facts: Map<string, Set<string>>;
  /** Routes that were requested. */
  requested: Set<RouteId>;
}>;

/** Findings of one clause and check that a report shows in full. */
const SHOWN = 3;
/** Hexadecimal digits of the id of a finding. */
const ID_LENGTH = 12;
/** Writes before a finding that a report has. */
const BEFORE = 10;
/** Writes of a source that are kept for that. */
const WRITES_KEPT = 1_000;
const POINTER_LENGTH = 300;
const FACT_VALUES = 12;

export function createEvidence(witness?: Witness): Evidence {
  return {
    witness,
    writes: [],
    places: new WeakMap(),
    findings: new Map(),
    verified: new Set(),
    facts: new Map(),
    requested: new Set(),
  };
}

export function addFinding(
  evidence: Evidence,
  check: string,
  clause: JudgedId,
  exchange: Exchange,
  deviation: Deviation,
): void {
  const sightings = sightingsOf(evidence, check, clause);
  const pointer = cut(placeIn(deviation.pointer ?? ''), POINTER_LENGTH);
  const shape = `${pointerShape(pointer)} ${exchange.request.method} ${exchange.request.path.split('/')[1]}`;
  if (sightings.shapes.has(shape) || sightings.first.length >= SHOWN) {
    sightings.more += 1;
    return;
  }
  sightings.shapes.add(shape);
  const id = findingId(check, clause, shape);
  evidence.witness?.({ id, check, clause }, exchange, deviation);
  const object = citedObject(exchange.json, pointer);
  sightings.first.push({
    id,
    pointer,
    expected: cut(inWords(deviation.expected), 500),
    actual: describe(deviation.actual),
    ...(object === undefined ? {} : { object }),
    request: requestLine(exchange.request),
    response: responseLine(exchange),
    curl: curlLine(exchange.request),
    ...differenceOf(deviation, pointer),
    ...writesBefore(evidence, exchange.request),
  });
}

function findingId(check: string, clause: string, shape: string) {
  return createHash('sha256').update(`${check}\n${clause}\n${shape}`).digest('hex').slice(0, ID_LENGTH);
}

/** Records a write when it begins; the result records its signed copy and response. Reads explain no finding. */
export function noteRequest(
  { writes, places }: Evidence,
  request: Request,
  isWrite: boolean,
): (sent: Request, answer?: Exchange) => void {
  if (writes.length === WRITES_KEPT) return () => undefined;
  const place = writes.length;
  if (isWrite) writes.push(writeLine(request));
  return (sent, answer) => {
    places.set(sent, place);
    if (isWrite) writes[place] = writeLine(request, answer);
  };
}

/** The last few writes before `cited`. A request of another source has none. */
function writesBefore({ writes, places }: Evidence, cited: Request): Pick<Sighting, 'before'> {
  const before = writes.slice(0, places.get(cited) ?? 0).slice(-BEFORE);
  return before.length === 0 ? {} : { before };
}

const EXPECTED_LENGTH = 2_000;
const ACTUAL_LENGTH = 500;

function differenceOf({ expectation, actual }: Deviation, pointer: string): Pick<Sighting, 'difference'> {
  // A cut excerpt is not JSON.
  const expected = expectation && parseJson(describe(withRequests(expectation), EXPECTED_LENGTH));
  const shown = parseJson(describe(actual, ACTUAL_LENGTH));
  if (expected === undefined) return {};
  return {
    difference: { pointer, expected, ...(shown === undefined ? {} : { actual: shown }) } as Finding['difference'],
  };
}

/** The expectation with `{$same: "GET $TARGET/markets /0/id"}` for a value of another response. */
function withRequests(value: unknown): unknown {
  if (value instanceof SameAs) {
    const source = `${requestLine(value.exchange.request)} ${value.pointer}`.trimEnd();
    return { $same: value.inTermsOf(source) };
  }
  if (Array.isArray(value)) return value.map(withRequests);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withRequests(inner)]));
}

/** Counts a further sighting of a clause without comparing it; false if the clause has not been broken before. */
export function countFinding(evidence: Evidence, check: string, clause: JudgedId): boolean {
  const sightings = evidence.findings.get(check)?.get(clause);
  if (sightings !== undefined) sightings.more += 1;
  return sightings !== undefined;
}

export function addFact(evidence: Evidence, subject: string, value: string): void {
  const values = evidence.facts.get(subject) ?? new Set();
  evidence.facts.set(subject, values);
  if (values.size < FACT_VALUES) values.add(cut(value, 80));
}

/** The findings, each with a text that is the same for the same check, clause, route and shape of pointer. */
export function faultsOf({ findings }: Evidence): readonly { readonly clause: string; readonly text: string }[] {
  return [...findings].flatMap(([check, byClause]) =>
    [...byClause].flatMap(([clause, { shapes }]) =>
      [...shapes].map((shape) => ({ clause, text: `${check} ${clause} ${shape}` })),
    ),
  );
}

/** Adds the evidence of `from` to `into`, whose own values win. */
export function mergeEvidence(into: Evidence, from: Evidence, counterexample?: Counterexample): void {
  for (const byClause of from.findings.values()) {
    for (const { first } of byClause.values())
      first.splice(
        0,
        first.length,
        ...first.map((sighting) => ({ ...sighting, ...(counterexample && { counterexample }) })),
      );
  }
  for (const clause of from.verified) into.verified.add(clause);
  for (const [subject, values] of from.facts) for (const value of values) addFact(into, subject, value);
  for (const [check, byClause] of from.findings) {
    for (const [clause, sightings] of byClause) mergeSightings(sightingsOf(into, check, clause), sightings);
  }
}

function mergeSightings(into: Sightings, from: Sightings) {
  into.more += from.more;
  const shapes = [...from.shapes];
  for (const [index, sighting] of from.first.entries()) {
    const shape = shapes[index] ?? '';
    if (into.shapes.has(shape) || into.first.length >= SHOWN) into.more += 1;
    else {
      into.shapes.add(shape);
      into.first.push(sighting);
    }
  }
}

function sightingsOf(evidence: Evidence, check: string, clause: string): Sightings {
  const byClause = evidence.findings.get(check) ?? new Map<string, Sightings>();
  evidence.findings.set(check, byClause);
  const sightings = byClause.get(clause) ?? { first: [], shapes: new Set(), more: 0 };
  byClause.set(clause, sightings);
  return sightings;
}
