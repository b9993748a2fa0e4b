import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { VERBS } from '../language/step.ts';
import { VERB_TEXTS } from './descriptions.ts';
import { scenarioSchema } from './scenario-schema.ts';

const file = join(import.meta.dirname, '..', 'scenario.schema.json');
const validate = new Ajv2020({ strict: false }).compile(scenarioSchema());

describe('the schema of scenario files', () => {
  it('is the one in the repository; to update it: touchstone spec scenario-schema > scenarios/scenario.schema.json', () => {
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(scenarioSchema())));
  });

  it.each([
    { scenario: 'a', steps: [{ order: { price: '${p}', size: 5 }, as: 'alice', expect: { status: 200 } }] },
    { scenario: 'a', steps: [{ until: { within: '5s', do: [{ repeat: { times: 2, do: [{ get: '/a' }] } }] } }] },
    { scenario: 'a', cases: [{ name: 'b', list: [1, null] }], steps: [{ call: 'm', with: { a: { b: [] } } }] },
    { macros: { m: { params: { a: null }, steps: [{ get: '/a' }] } } },
  ])('takes %j', (text) => {
    expect(validate(text), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each([
    { steps: [{ get: '/a' }] },
    { scenario: 'a', steps: [] },
    { scenario: 'a', steps: [{ gett: '/a' }] },
    { scenario: 'a', steps: [{ until: { within: '5s', do: [{ order: {} }] } }] },
    { macros: { m: { steps: [{ order: { price: 1 } }] } } },
  ])('does not take %j', (text) => {
    expect(validate(text)).toBe(false);
  });

  it('explains every verb, each as one choice', () => {
    const definitions = scenarioSchema()['$defs'] as Record<string, Record<string, unknown>>;
    expect(definitions['Step']?.['anyOf']).toEqual(VERBS.map((verb) => ({ $ref: `#/$defs/${verb}` })));
    for (const verb of VERBS) expect(definitions[verb]?.['description']).toBe(VERB_TEXTS[verb]);
  });

  it('explains the keys of a scenario and of what is expected', () => {
    const definitions = scenarioSchema()['$defs'] as Record<
      string,
      { properties: Record<string, { description?: string }> }
    >;
    const keys = Object.entries(definitions['Scenario']?.properties ?? {});
    expect(keys.filter(([, { description }]) => description === undefined).map(([key]) => key)).toEqual([]);
    const words = Object.entries(definitions['get']?.properties ?? {});
    expect(words.filter(([, { description }]) => description === undefined).map(([key]) => key)).toEqual([]);
  });
});
