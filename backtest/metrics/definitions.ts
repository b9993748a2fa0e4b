/** backtest/metrics/definitions: the tables of definitions: unit, title and definition by id. */
import { z } from 'zod';
import { Metric } from '../report-schema.ts';

export const Definitions = z.record(z.string(), z.tuple([Metric.shape.unit, z.string(), z.string()]));
export type Definitions = z.infer<typeof Definitions>;

/** The definitions of metrics, by group. */
export const GroupedDefinitions = z.record(Metric.shape.group, Definitions);
export type GroupedDefinitions = z.infer<typeof GroupedDefinitions>;
