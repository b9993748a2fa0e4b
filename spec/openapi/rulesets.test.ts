import { type Config, createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, it } from 'vitest';
import { loadProfile } from '../profile.ts';
import { openapiDocument } from './document.ts';

const PROFILES = ['document', 'polymarket'];

/** The package types all that a configuration can hold, which takes the compiler a second. */
const configOf = createConfig as unknown as (text: string) => Promise<Config>;

function sourceOf(profile: string): string {
  return JSON.stringify(openapiDocument(loadProfile(profile)));
}

async function redocly(text: string, isOwn = false): Promise<readonly string[]> {
  // The paths of the services that the profiles follow are ambiguous: `/markets/slug/{slug}` and `/markets/{id}/tags`.
  const config = await configOf(`extends: [recommended]\nrules: {no-ambiguous-paths: ${isOwn ? 'off' : 'warn'}}`);
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
}

async function spectralOas(text: string): Promise<readonly string[]> {
  const linter = new spectral.Spectral();
  // The two packages type formats differently.
  linter.setRuleset({ extends: [[rulesets.oas as unknown as RulesetDefinition, 'recommended']] });
  const problems = await linter.run(text);
  return problems.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`);
}

it.each(PROFILES)('redocly recommended: no problem in the document of the profile %s', async (profile) => {
  expect(await redocly(sourceOf(profile), profile !== 'document')).toEqual([]);
});

it.each(PROFILES)('spectral oas recommended: no problem in the document of the profile %s', async (profile) => {
  expect(await spectralOas(sourceOf(profile))).toEqual([]);
});

it('both report missing parts of the document', async () => {
  const { license, ...info } = openapiDocument().info;
  const broken = JSON.stringify({ ...openapiDocument(), info, tags: [] });
  expect((await redocly(broken)).join('\n')).toContain('info-license');
  expect((await spectralOas(broken)).join('\n')).toContain('operation-tag-defined');
});
