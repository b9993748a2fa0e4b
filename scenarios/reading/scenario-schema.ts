/** scenarios/reading/scenario-schema: the JSON Schema of scenario files and macros for editors. */

import { z } from 'zod';
import { isObject, type JsonObject } from '../../base/json.ts';
import { MacroFile, Scenario } from '../language/scenario.ts';
import { AnyStep, STEPS, VERBS, type Verb } from '../language/step.ts';
import { Json } from '../language/vocabulary.ts';
import { VERB_TEXTS, WORD_TEXTS } from './descriptions.ts';

type Node = JsonObject;

/** Draft 2020-12. A file with macros and no scenario is a file of macros; all others are scenarios. */
export function scenarioSchema(): JsonObject {
  const named = { Scenario, MacroFile, Step: AnyStep, Json, ...STEPS };
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io: 'input',
    uri: (id) => `#/$defs/${id}`,
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Touchstone scenario',
    if: { required: ['macros'], not: { required: ['scenario'] } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { $ref: '#/$defs/MacroFile' },
    else: { $ref: '#/$defs/Scenario' },
    $defs: Object.fromEntries(Object.keys(named).map((id) => [id, definition(id, schemas[id] as Node)])),
  };
}

function definition(id: string, schema: Node): Node {
  // A union of all types of JSON does not help an editor.
  if (id === 'Json') return { description: 'Any value; texts in it may hold expressions.' };
  if (id === 'Step') return stepChoice();
  const { $schema: _, $id: __, ...rest } = schema;
  const text = isVerb(id) ? VERB_TEXTS[id] : undefined;
  const texts = text === undefined ? WORD_TEXTS : { ...WORD_TEXTS, [id]: text };
  return { ...(text !== undefined && { description: text }), ...withTexts(rest, texts) };
}

/** The verb of a step chooses its schema, so that one mistake is one error. */
function stepChoice(): Node {
  const words = new Set(VERBS.flatMap((verb) => Object.keys(STEPS[verb].shape)).filter((word) => !isVerb(word)));
  const texts = Object.fromEntries(VERBS.map((verb) => [verb, { description: VERB_TEXTS[verb] }]));
  const none = {
    properties: Object.fromEntries([...words].map((word) => [word, {}])),
    additionalProperties: false,
    minProperties: 1,
  };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  const choices = VERBS.map((verb) => ({ if: { required: [verb] }, then: { $ref: `#/$defs/${verb}` } }));
  const hasVerb = { anyOf: VERBS.map((verb) => ({ required: [verb] })) };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  const choice = { allOf: [...choices, { if: hasVerb, then: {}, else: none }] };
  return { type: 'object', properties: texts, ...choice };
}

/** An alternative for expressions becomes a condition, so that a wrong value is one error. */
function withoutTemplates(node: Node): Node {
  const { anyOf, ...rest } = node;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return node;
  const [value, template] = anyOf as readonly Node[];
  if (template?.['pattern'] !== '\\$\\{' || value === undefined) return node;
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  return { ...rest, if: { type: 'string', pattern: template['pattern'] }, then: {}, else: value };
}

/** The schema with a line for each key that has one; inside a key the general texts apply. */
function withTexts(schema: Node, texts: Readonly<Record<string, string>>): Node {
  return Object.fromEntries(
    Object.entries(withoutTemplates(schema)).map(([keyword, value]) => {
      if (keyword === 'properties') {
        const keys = Object.entries(value as Record<string, Node>);
        return [keyword, Object.fromEntries(keys.map(([key, node]) => [key, described(node, texts[key])]))];
      }
      if (isObject(value)) return [keyword, withTexts(value, WORD_TEXTS)];
      if (!Array.isArray(value)) return [keyword, value];
      return [keyword, value.map((item: unknown) => (isObject(item) ? withTexts(item, WORD_TEXTS) : item))];
    }),
  );
}

function described(node: Node, description: string | undefined): Node {
  return { ...(description !== undefined && { description }), ...withTexts(node, WORD_TEXTS) };
}

function isVerb(id: string): id is Verb {
  return Object.hasOwn(STEPS, id);
}
