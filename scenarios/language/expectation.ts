/** scenarios/language/expectation: what an answer has to be like. */
import { z } from 'zod';
import { EMPTY, isFilled, Json, Text } from './vocabulary.ts';

const StatusRange = z.string().regex(/^(?:[1-5]xx|\$\{.+\})$/s, 'a status: 404, or any of a kind: 4xx');
const Status = z.union([z.int().min(100).max(599), StatusRange]);

/**
 * `status`: one, a range, or any of a list. `error`: the answer is no success and has the route's error body: `true`, or what
 * its text must match. `body` and the values of `at` (by JSON pointer) and `headers` are patterns (`matching.ts`): plain
 * values are exact, objects partial, lists whole, and objects of one `$` key are matchers. `shape`: a success has every
 * field that the interface lists for the route, of its type. `documented`: whatever was asked, the answer is one of those that
 * the interface lists and nothing besides: a success of the route, or an error of its family, and never a failure of the service.
 */
export const Expectation = z
  .strictObject({
    status: z.union([Status, z.array(Status).min(1)]).optional(),
    error: Json.refine((value) => value !== false, 'true, or a pattern for its text').optional(),
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
export type Expectation = z.infer<typeof Expectation>;

/** Variables by name: a JSON pointer into the answer's body (`/0/id`), or a text with `${expressions}`. */
export const Captures = z.record(z.string(), Text);
export type Captures = z.infer<typeof Captures>;
