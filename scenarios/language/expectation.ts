/** scenarios/language/expectation: the schemas of `expect` and `capture`. */
import { z } from 'zod';
import { EMPTY, isFilled, Json, Text } from './vocabulary.ts';

const StatusRange = z.string().regex(/^(?:[1-5]xx|\$\{.+\})$/s, 'a status: 404, or any of a kind: 4xx');
const Status = z.union([z.int().min(100).max(599), StatusRange]);

/** The schema of `Expectation` in wire/pattern/expectation. */
export const Expectation = z
  .strictObject({
    status: z.union([Status, z.array(Status).min(1)]).optional(),
    error: Json.refine((value) => value !== false, 'true, or a pattern for its text').optional(),
    refused: z.literal(true).optional(),
    headers: z.record(z.string(), Json).refine(isFilled, EMPTY).optional(),
    body: Json.optional(),
    at: z
      .record(z.string().regex(/^(?:\/.*)?$/s, 'a JSON pointer: empty, or it starts with /'), Json)
      .refine(isFilled, EMPTY)
      .optional(),
    shape: z.literal(true).optional(),
    documented: z.literal(true).optional(),
  })
  .refine(isFilled, EMPTY);

/** Variables by name: a JSON pointer into the body of the response (`/0/id`), or a text with `${expressions}`. */
export const Captures = z.record(z.string(), Text);
export type Captures = z.infer<typeof Captures>;
