/** conformance/checks/wallets/title-text: `title` of the position lists is plain text, and not the slug (4.7, 4.8). */
import { type JsonObject, textAt } from '../../../base/json.ts';
import { clauseOf, type RouteOf } from '../../../spec/clauses/clause-of.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { everyRow, success } from '../assertions.ts';
import { check } from '../definition.ts';
import { itemsOf, paramOf, sendSample } from '../requests.ts';

/** Texts with a special meaning in LIKE and in regular expressions. */
const PATTERNS = ['%', '_', '.*'] as const;

const contains = (row: JsonObject, field: string, piece: string): boolean =>
  (textAt(row, field) ?? '').toLowerCase().includes(piece.toLowerCase());

const largest = (route: RouteOf<'title.substring'>) => ({ limit: String(paramOf(route, 'limit').max ?? 50) });

/** Judges that every row found by `title=piece` contains the piece in its title. */
async function judgePiece(context: CheckContext, route: RouteOf<'title.substring'>, piece: string): Promise<void> {
  const clause = clauseOf(route.id, 'title.substring');
  const response = await sendSample(context, route, { ...largest(route), title: piece });
  if (!context.judge(success(clause, response, `${JSON.stringify(piece)} is a text`))) return;
  context.judge(everyRow(clause, response, { title: { $caseless: { $contains: [piece.toLowerCase()] } } }));
}

function patternCheck(route: RouteOf<'title.substring'>): Check {
  return check(route.id, 'title.literal', {
    title: `title matches ${PATTERNS.join(', ')} literally, not as patterns`,
    clauses: [clauseOf(route.id, 'title.substring')],
    kind: 'filter',
    cost: { [route.id]: PATTERNS.length + 1 },
    async run(context: CheckContext) {
      const rows = itemsOf(route, await sendSample(context, route, largest(route)));
      const distinctive = PATTERNS.filter((piece) => rows.some((row) => !contains(row, 'title', piece)));
      if (distinctive.length === 0) context.notTestable('the list is empty', 'name another wallet in the target file');
      for (const piece of distinctive) await judgePiece(context, route, piece);
    },
  });
}

/** A part of a slug, with a hyphen, that occurs in no title of the list. */
function slugPiece(rows: readonly JsonObject[]): string | undefined {
  const pieces = rows.flatMap((row) => (textAt(row, 'slug') ?? '').match(/\b[a-z]+-[a-z]+/gi) ?? []);
  return pieces.find((piece) => rows.every((row) => !contains(row, 'title', piece)));
}

function slugCheck(route: RouteOf<'title.substring'>): Check {
  return check(route.id, 'title.not-slug', {
    title: 'title does not match text that is only in the slug',
    clauses: [clauseOf(route.id, 'title.substring')],
    kind: 'filter',
    cost: { [route.id]: 2 },
    async run(context: CheckContext) {
      const response = await sendSample(context, route, largest(route));
      const piece = isSuccess(response) ? slugPiece(itemsOf(route, response)) : undefined;
      if (piece === undefined) {
        context.notTestable('every text of a slug is also in a title', 'name another wallet in the target file');
      }
      await judgePiece(context, route, piece);
    },
  });
}

export const titleTextChecks = [routeById('positions'), routeById('closed-positions')].flatMap((route) => [
  patternCheck(route),
  slugCheck(route),
]);
