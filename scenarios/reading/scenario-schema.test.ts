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
  it('is in the repository; update: touchstone spec scenario-schema > scenarios/scenario.schema.json', () => {
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

  const step = (text: object) => ({ scenario: 'a', steps: [{ get: '/a' }, text] });
  it.each([
    [step({ order: { price: 1, size: 5, sidee: 'BUY' } }), '/steps/1/order', 'additionalProperties'],
    [step({ order: { price: 1, size: 5, side: 'SEL' } }), '/steps/1/order/side', 'enum'],
    [step({ order: { price: 1 } }), '/steps/1/order', 'required'],
    [step({ gett: '/a', as: 'alice', expect: { status: 200 } }), '/steps/1', 'additionalProperties'],
    [step({ get: '/a', ass: 'alice' }), '/steps/1', 'additionalProperties'],
    [step({ resolve: { market: 'market', pay: 'yes', pays: 'yes' } }), '/steps/1/resolve', 'additionalProperties'],
    [step({ repeat: { times: 2, do: [{ advance: '10x' }] } }), '/steps/1/repeat/do/0/advance', 'pattern'],
    [{ scenario: 'a', step: [], steps: [{ get: '/a' }] }, '', 'additionalProperties'],
  ])('has one error for one typo: %j', (text, place, keyword) => {
    const all = new Ajv2020({ strict: false, allErrors: true }).compile(scenarioSchema());
    expect(all(text)).toBe(false);
    // `if` only names the branch whose error is listed.
    const errors = (all.errors ?? []).filter((error) => error.keyword !== 'if');
    expect(errors.map((error) => [error.instancePath, error.keyword])).toEqual([[place, keyword]]);
  });

  it('explains every verb, each as one choice', () => {
    const definitions = scenarioSchema()['$defs'] as Record<string, Record<string, unknown>>;
    const texts = VERBS.map((verb) => [verb, { description: VERB_TEXTS[verb] }]);
    expect(definitions['Step']?.['properties']).toEqual(Object.fromEntries(texts));
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
