/** cli/data/report: the coverage and the defects of data, as text and as one JSON document. */

import { type Coverage, unmatchedText, unmatchedTokens } from '../../backtest/data/coverage.ts';
import { countsByKind, DEFECT_KINDS, DEFECTS, type Defect } from '../../backtest/data/defects.ts';
import type { RecordingFacts } from '../../backtest/data/pipeline.ts';
import { counted } from '../../base/counted.ts';
import { visible } from '../../reports/untrusted.ts';
import { jsonText } from '../terminal/json-text.ts';

/** Longer lists are cut in the text; the JSON document has all. */
const MARKETS_MAX = 12;
const SOURCES_MAX = 12;

export type Inspection = RecordingFacts & { readonly checksum?: string };

export function inspectionJson(inspection: Inspection): string {
  const { checksum, sources, coverage, defects, catalog } = inspection;
  const unmatched = unmatchedTokens(inspection);
  return jsonText({ checksum, sources, coverage, counts: countsByKind(defects), defects, unmatched, catalog });
}

export function inspectionText(inspection: Inspection): string {
  const { checksum, coverage, defects } = inspection;
  const verified = checksum === undefined ? '' : `checksum ${checksum} (every batch verified)\n`;
  return `${coverageText(inspection)}${marketsText(coverage)}${defectsText(defects)}${verified}`;
}

export function coverageText(facts: RecordingFacts): string {
  const { sources, coverage, catalog } = facts;
  const unmatched = unmatchedTokens(facts);
  const { rows, markets, tokens, first, last, kinds } = coverage;
  const used = Object.entries(kinds).filter(([, count]) => count > 0);
  const settled = catalog.filter(({ resolution }) => resolution !== undefined).length;
  const shown = sources
    .slice(0, SOURCES_MAX)
    .map((source) => `${visible(source.source)}: ${source.layout}, ${source.rows} rows\n`);
  const more = sources.length > SOURCES_MAX ? [`and ${sources.length - SOURCES_MAX} more sources\n`] : [];
  return [
    ...shown,
    ...more,
    `\n${counted(rows, 'event')} of ${counted(markets, 'market')}, ${counted(tokens, 'token')}`,
    rows === 0 ? '\n' : `, ${isoTime(first)} to ${isoTime(last)}\n`,
    used.length === 0 ? '' : `  ${used.map(([kind, number]) => `${kind} ${number}`).join(', ')}\n`,
    catalog.length === 0 ? '' : `  catalog: ${counted(catalog.length, 'market')}, ${settled} with a resolution\n`,
    unmatched === undefined ? '' : `  ${visible(unmatchedText(unmatched))}\n`,
  ].join('');
}

function marketsText({ byMarket }: Coverage) {
  const largest = [...byMarket].sort((a, b) => b.rows - a.rows || (a.market < b.market ? -1 : 1));
  const lines = largest
    .slice(0, MARKETS_MAX)
    .map(
      ({ market, rows, tokens, first, last }) =>
        `  ${visible(market)}: ${counted(rows, 'event')}, ${counted(tokens, 'token')}, ` +
        `${isoTime(first)} to ${isoTime(last)}\n`,
    );
  const more = largest.length > MARKETS_MAX ? `  and ${largest.length - MARKETS_MAX} smaller markets\n` : '';
  return lines.length === 0 ? '' : `\nmarkets\n${lines.join('')}${more}`;
}

export function defectsText(defects: readonly Defect[]): string {
  if (defects.length === 0) return '\nno defects\n';
  const counts = countsByKind(defects);
  const groups = DEFECT_KINDS.filter((kind) => counts[kind] !== undefined).map((kind) => {
    const places = defects
      .filter((defect) => defect.kind === kind)
      .slice(0, MARKETS_MAX)
      .map(({ source, row, what, count: times }) => `    ${visible(source)}: row ${row}: ${visible(what)}: ${times}\n`);
    return `  ${kind} ${counts[kind]}: ${DEFECTS[kind]}\n${places.join('')}`;
  });
  return `\ndefects (first row, count)\n${groups.join('')}`;
}

function isoTime(micros: number) {
  return micros < 0 ? 'never' : new Date(Math.floor(micros / 1_000)).toISOString();
}
