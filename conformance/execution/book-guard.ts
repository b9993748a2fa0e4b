/** conformance/execution/book-guard: judges every book that checks which write read, twice if it breaks a rule. */
import { type JsonObject, objectsIn } from '../../base/json.ts';
import { isSuccess, type Request } from '../../wire/message.ts';
import type { CheckContext, Exchange } from '../check.ts';
import type { CheckId } from '../check-ids.generated.ts';
import { isBroken, judgeBooks, levelRules, type Rule } from '../checks/books/rules.ts';
import { addFinding, type Evidence } from '../evidence/evidence.ts';
import { createJudge } from '../judgement.ts';

/** The check whose clauses the rules are: findings are its own. */
const BOOKS: CheckId = 'books.levels';
/** A venue that matches late may show a crossed book for a moment. */
const PAUSES_MS = [250, 750, 2_000];

/** The source of a response: where its findings go, and how it sends and waits. */
type Source = {
  readonly evidence: Evidence;
  readonly again: (request: Request) => Promise<Exchange>;
  readonly pause: CheckContext['pause'];
};

/** Judges a response to `POST /books`. */
export type BookGuard = (response: Exchange, source: Source) => Promise<void>;

/** One guard for a run: a rule that was broken is not waited for again. */
export function createBookGuard(): BookGuard {
  let rules: readonly Rule[] = levelRules;
  /** Values without a fault. Equal bodies share one value. */
  const sound = new WeakSet<readonly JsonObject[]>();
  return async (response, source) => {
    const { json: books } = response;
    if (!Array.isArray(books) || sound.has(books)) return;
    const isBrokenIn =
      ({ json }: Exchange) =>
      (rule: Rule) =>
        objectsIn(json).some((book) => isBroken(rule, book));
    if (!isSuccess(response)) return;
    if (!rules.some(isBrokenIn(response))) return void sound.add(books);
    let latest = response;
    for (const milliseconds of PAUSES_MS) {
      await source.pause(milliseconds);
      latest = await source.again(response.request);
      if (!rules.some(isBrokenIn(latest))) return;
    }
    const broken = rules.filter(isBrokenIn(latest));
    rules = rules.filter((rule) => !broken.includes(rule));
    const judge = createJudge((clause, holds, exchange, deviation) => {
      if (!holds) addFinding(source.evidence, BOOKS, clause, exchange, deviation);
    });
    for (const rule of broken) judgeBooks(judge, rule, latest);
  };
}
