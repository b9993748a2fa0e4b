/** reports/sweep/parameter-axes: parameters as axes of a table: their values, or intervals of many values. */
import type { ReportParameter, ReportPoint, SweepReport } from '../../backtest/sweep/report-schema.ts';
import { shortNumber } from '../page/numbers.ts';

export type Axis = {
  readonly name: string;
  readonly labels: readonly string[];
  /** The place of a point in `labels`. */
  readonly placeOf: (point: ReportPoint) => number;
};

/** A parameter with more values is shown in intervals. */
const VALUES_MAX = 16;
const INTERVALS = 8;

/** The parameters that differ between points, in the order of the command line. */
export function axesOf({ parameters, points }: SweepReport): readonly Axis[] {
  return parameters.flatMap((parameter) => {
    const values = new Set(points.map(({ params }) => params[parameter.name]));
    if (values.size < 2) return [];
    const numbers = [...values].filter((value) => typeof value === 'number');
    if (values.size <= VALUES_MAX) return [listed(parameter.name, [...values].toSorted(byValue))];
    if (numbers.length < values.size) return [listed(parameter.name, [...values])];
    return [inIntervals(parameter, numbers)];
  });
}

type Value = string | number | boolean | undefined;

/** Numbers by size, before texts in their order. */
function byValue(one: Value, other: Value): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Number(typeof other === 'number') - Number(typeof one === 'number');
}

function listed(name: string, values: readonly Value[]): Axis {
  const places = new Map(values.map((value, place) => [value, place]));
  return { name, labels: values.map(String), placeOf: ({ params }) => places.get(params[name]) ?? 0 };
}

/** Of equal width, or of equal width in logarithms for a range that was drawn so. */
function inIntervals(parameter: ReportParameter, numbers: readonly number[]): Axis {
  const { name } = parameter;
  const isLog = 'scale' in parameter && parameter.scale === 'log';
  const [to, from] = isLog ? [Math.log, Math.exp] : [Number, Number];
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)].map(to) as [number, number];
  const width = (high - low) / INTERVALS;
  const edge = (index: number): string => shortNumber(from(low + index * width), 3);
  return {
    name,
    labels: Array.from({ length: INTERVALS }, (_, index) => `${edge(index)} – ${edge(index + 1)}`),
    placeOf: ({ params }) => Math.min(INTERVALS - 1, Math.max(0, Math.floor((to(Number(params[name])) - low) / width))),
  };
}
