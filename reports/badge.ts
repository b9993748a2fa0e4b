/** reports/badge: the verdict as a badge: an SVG image, and the data of an endpoint badge of shields.io. */
import type { Report } from '../conformance/report.ts';
import { toneOf } from './outcome.ts';
import { jsonFile, xml } from './untrusted.ts';

const COLOURS = { brightgreen: '#4c1', green: '#97ca00', yellow: '#dfb317', red: '#e05d44' } as const;
const TONES = { good: 'brightgreen', unsure: 'yellow', bad: 'red' } as const;
type Badge = { readonly label: string; readonly message: string; readonly color: keyof typeof COLOURS };
/** Estimated width of a character of Verdana at 11 pixels, and the space at both sides of a text. */
const CHARACTER = 6.6;
const PADDING = 10;

export function badgeReport(report: Report): string {
  const { label, message, color } = badgeOf(report);
  const [left, right] = [widthOf(label), widthOf(message)];
  const [width, text] = [left + right, xml(`${label}: ${message}`)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${text}">`,
    `  <title>${text}</title>`,
    `  <rect width="${left}" height="20" fill="#555"/>`,
    `  <rect x="${left}" width="${right}" height="20" fill="${COLOURS[color]}"/>`,
    '  <g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">',
    `    <text x="${left / 2}" y="14">${xml(label)}</text>`,
    `    <text x="${left + right / 2}" y="14">${xml(message)}</text>`,
    '  </g>',
    '</svg>',
    '',
  ].join('\n');
}

export function shieldsReport(report: Report): string {
  return jsonFile({ schemaVersion: 1, ...badgeOf(report) });
}

function widthOf(text: string) {
  return Math.round(text.length * CHARACTER) + PADDING;
}

/** The verdict with the coverage of a check, or with the passed rows of another command. */
function badgeOf({ command, verdict, coverage, counts, checks }: Report): Badge {
  const { verified, must } = coverage;
  // Rounded down, so that 100% means all.
  const share = must === 0 ? '' : ` ${Math.floor((100 * verified) / must)}%`;
  return {
    label: command === 'check' ? 'touchstone' : `touchstone ${command}`,
    message: command === 'check' ? `${verdict}${share}` : `${verdict} ${counts.pass}/${checks.length}`,
    color: verdict === 'conformant-with-notes' ? 'green' : TONES[toneOf(verdict)],
  };
}
