/** spec/clauses/fields: the clauses of section 2 and of bodies, one field at a time, read from the schemas. */
import { z } from 'zod';
import { CancelRequest, OrderSubmission } from '../resources/order.ts';
import { isInteger, resourceOrigins } from '../resources/resource.ts';
import type { RouteId } from '../route.ts';
import { ROUTES } from '../routes.ts';
import { type ClauseRow, observableOnAny } from './clause.ts';

/** A field as it was found while walking: the routes that show it are added up. */
type Field = Readonly<{
  section: string;
  path: string;
  schema: z.core.$ZodType;
  /** It may be absent if there is nothing to show. */
  isOptional: boolean;
  routes: Set<RouteId>;
}>;

/** The subject of the fields of each section, in words. */
const HOLDERS: Readonly<Record<string, string>> = {
  '2.1': 'a current position',
  '2.2': 'a closed position',
  '2.3': 'an activity entry',
  '2.4': 'a holder group',
  '2.5': 'a catalog market',
  '2.6': 'a catalog event',
  '2.7': 'an event creator',
  '2.8': 'a public profile',
  '2.9': 'a comment',
  '2.10': 'a trading market',
  '2.11': 'a simplified market',
  '2.12': 'the rewards of a market',
  '2.13': 'a token',
  '2.14': 'an order book',
  '2.15': 'a live order',
  '2.16': 'a builder trade',
  '2.17': 'a trading-settings record',
  '4.17': 'the best prices of a token',
};

/** The format behind an `x-format` note of a schema, in words. */
const FORMATS: Readonly<Record<string, string>> = {
  'iso-8601': 'an ISO 8601 moment',
  'iso-8601-or-empty': 'an ISO 8601 moment, or empty if nothing is scheduled or known',
  'json-string-array': 'a JSON array of strings, carried inside the string',
  'condition-and-index': 'a condition id, a colon and an outcome index',
  url: 'an absolute URL, or empty without one',
  decimal: 'a decimal number in a string',
  'decimal-or-empty': 'a decimal number in a string, or empty without one',
};

/** Clauses of every field in the responses and in the request bodies of the routes. */
export function fieldClauses(): ClauseRow[] {
  const answered = new Map<string, Field>();
  for (const route of ROUTES) collect(route.ok, route.id, answered, new Set());
  const sent = new Map<string, Field>();
  collect(OrderSubmission, 'place-order', sent, new Set());
  collect(CancelRequest, 'cancel-order', sent, new Set());
  return [...[...answered.values()].flatMap(responseClauses), ...[...sent.values()].flatMap(bodyClauses)];
}

function collect(schema: z.core.$ZodType, route: RouteId, fields: Map<string, Field>, seen: Set<unknown>) {
  if (seen.has(schema)) return;
  seen.add(schema);
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) collect(inner.element, route, fields, seen);
  if (inner instanceof z.ZodRecord) collect(inner.valueType, route, fields, seen);
  if (!(inner instanceof z.ZodObject)) return;
  const origin = resourceOrigins.get(inner);
  for (const [name, value] of Object.entries<z.core.$ZodType>(inner.shape)) {
    if (origin !== undefined) {
      const path = `${origin.prefix}${name}`;
      const id = `${origin.section}/${path}`;
      const field = fields.get(id) ?? {
        section: origin.section,
        path,
        schema: unwrap(value),
        isOptional: value instanceof z.ZodOptional,
        routes: new Set(),
      };
      fields.set(id, field);
      field.routes.add(route);
    }
    collect(value, route, fields, seen);
  }
}

function unwrap(schema: z.core.$ZodType) {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}

function responseClauses(field: Field): ClauseRow[] {
  const { section, path, schema } = field;
  const routes = [...field.routes];
  const common = { level: 'MUST', source: 'explicit', observable: observableOnAny(routes), routes } as const;
  const holder = HOLDERS[section] ?? 'the response';
  const id = `${section}/${path}`;
  const { type } = wordsOf(schema);
  const clauses: ClauseRow[] = [
    { ...common, id, ...presence(field, holder) },
    {
      ...common,
      id: `${id}.type`,
      basis: `Section ${section} lists ${path} as ${type}.`,
      text: `${path} of ${holder} is ${type}.`,
      looks: `Another JSON type: ${wordsOf(schema).confused}.`,
      fix: `Write ${type}, in every row.`,
    },
  ];
  const format = FORMATS[noteOf(schema) ?? ''];
  if (format !== undefined) {
    clauses.push({
      ...common,
      id: `${id}.format`,
      ...formatBasis(field),
      text: `${path} of ${holder} is ${format}.`,
      looks: 'A text in another form.',
      fix: `Write ${format}.`,
    });
  }
  if (schema instanceof z.ZodArray || schema instanceof z.ZodRecord) clauses.push(...itemClause(field, common));
  return clauses;
}

function presence({ section, path, schema, isOptional }: Field, holder: string) {
  return isOptional
    ? {
        basis:
          `Section ${section} lists ${path} as ${wordsOf(schema).type}, which null is not. ` +
          'A side without orders is D/prices-meaning.empty-side.',
        text: `${path} of ${holder} is not null. It may be absent without orders on its side.`,
        looks: 'The value is null.',
        fix: `Leave the field out, or write ${wordsOf(schema).empty}.`,
      }
    : {
        basis:
          `Section ${section} lists ${path}. ` +
          'Only fields marked (opt) may be absent (section 2, introduction), and none is.',
        text: `${path} is present in ${holder}, and not null.`,
        looks: `The key is missing or its value is null, in one row or in all.`,
        fix: `Always write the field. If nothing is known, write ${wordsOf(schema).empty}.`,
      };
}

function itemClause(
  { schema, section, path }: Field,
  common: Pick<ClauseRow, 'level' | 'source' | 'observable' | 'routes'>,
): ClauseRow[] {
  const item =
    schema instanceof z.ZodArray ? schema.element : schema instanceof z.ZodRecord ? schema.valueType : schema;
  if (item instanceof z.ZodUnknown) return [];
  const type = wordsOf(item).type;
  return [
    {
      ...common,
      id: `${section}/${path}.items`,
      basis: `Section ${section} says what ${path} holds: ${type} each.`,
      text: `Each value in ${path} is ${type}.`,
      looks: `A null among the values, or another type: ${wordsOf(item).confused}.`,
      fix: `Fill ${path} with nothing else.`,
    },
  ];
}

function bodyClauses(field: Field): ClauseRow[] {
  const { section, path, schema } = field;
  const { type } = wordsOf(schema);
  return [
    {
      level: 'MUST',
      observable: 'trading',
      routes: [...field.routes],
      id: `${section}/${path}`,
      source: 'explicit',
      basis: `Section ${section} lists ${path} as ${type}.`,
      text: `The body may carry ${path}, ${type}.`,
      looks: `A body is refused because it has ${path} with ${type}.`,
      fix: `Read ${path} under exactly this name.`,
    },
  ];
}

/** The words for a JSON type: its name, its empty value, and the values with which services confuse it. */
const WORDS = {
  string: { type: 'a string', empty: 'an empty string', confused: 'a number or an array instead of text' },
  boolean: { type: 'true or false', empty: 'false', confused: 'the text "true", or 0 and 1' },
  integer: { type: 'an integer', empty: '0', confused: 'a fraction, or digits in a text' },
  number: { type: 'a number', empty: '0', confused: 'digits in a text' },
  array: { type: 'an array', empty: 'an empty array', confused: 'a single object, or JSON in a text' },
  object: { type: 'an object', empty: 'an empty object', confused: 'an array, or JSON in a text' },
} as const;

function wordsOf(schema: z.core.$ZodType): (typeof WORDS)[keyof typeof WORDS] {
  if (schema instanceof z.ZodString) return WORDS.string;
  if (schema instanceof z.ZodBoolean) return WORDS.boolean;
  if (schema instanceof z.ZodNumber) return isInteger(schema) ? WORDS.integer : WORDS.number;
  return schema instanceof z.ZodArray ? WORDS.array : WORDS.object;
}

/** The sentence that states the format of a field, or the reasoning behind it. A name alone makes it a SHOULD. */
function formatBasis({ section, path, schema }: Field): Pick<ClauseRow, 'source' | 'basis'> & { level?: 'SHOULD' } {
  const note = noteOf(schema);
  if (note === 'json-string-array' || note === 'condition-and-index')
    return { source: 'explicit', basis: `Section ${section}, field ${path}, states the form.` };
  if (note === 'url') return { source: 'explicit', basis: 'Section 2.1, field icon: a URL.' };
  if (note?.startsWith('decimal'))
    return {
      source: 'derived',
      basis: `Section ${section} carries ${path} as a string. A price or a size is a number, so the string spells one.`,
    };
  if (section === '2.5' && !path.includes('.'))
    return {
      level: 'SHOULD',
      source: 'derived',
      basis:
        `Section 2.5 lists ${path} as string and states no form. ` +
        'Section 2.6 calls fields of this name timestamp strings, which are ISO 8601 (section 2, introduction).',
    };
  if (section === '2.10')
    return { level: 'SHOULD', source: 'derived', basis: `Section 2.10 shows the format in the name ${path} alone.` };
  return { source: 'explicit', basis: `Section ${section} and the introduction of section 2: the moment is ISO 8601.` };
}

function noteOf(schema: z.core.$ZodType): string | undefined {
  const note = schema instanceof z.ZodString ? schema.meta()?.['x-format'] : undefined;
  return typeof note === 'string' ? note : undefined;
}
