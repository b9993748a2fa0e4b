/** reports/paint: colours of text on a terminal. */
import { styleText } from 'node:util';
import type { Report } from '../conformance/report.ts';
import { toneOf } from './outcome.ts';

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** Without colours, texts stay as they are. */
export function createPaint(hasColours: boolean): Paint {
  return (style, text) => (hasColours ? styleText(style, text, { validateStream: false }) : text);
}

const TONES = { good: 'green', unsure: 'yellow', bad: 'red' } as const;

export function verdictStyle({ verdict }: Pick<Report, 'verdict'>): Style {
  return ['bold', TONES[toneOf(verdict)]];
}
