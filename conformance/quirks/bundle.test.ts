/** conformance/quirks/bundle tests: the quirks that may share a service, and the service has the oddities of all of them. */
import { describe, expect, it } from 'vitest';
import { invariant } from '../../spec/result.ts';
import { get } from '../../wire/message.ts';
import { mutated } from '../mutants/mutated.ts';
import { bundlesOf, serviceOf } from './bundle.ts';
import { allQuirks } from './catalog.ts';
import { simulatorOf } from './odd-world.ts';
import type { Quirk } from './quirk.ts';

function quirksOf(...ids: readonly string[]): readonly Quirk[] {
  return ids.map((id) => {
    const quirk = allQuirks.find((known) => known.id === id);
    invariant(quirk !== undefined, `${id} is a quirk`);
    return quirk;
  });
}

const idsOf = (bundles: readonly (readonly Quirk[])[]): readonly (readonly string[])[] =>
  bundles.map((bundle) => bundle.map(({ id }) => id));

describe('bundles', () => {
  it('hold every quirk once, never more than the size in one bundle, and other ones with each seed', () => {
    const bundles = bundlesOf(allQuirks, 12, '5');
    expect(new Set(bundles.flat())).toEqual(new Set(allQuirks));
    expect(bundles.flat()).toHaveLength(allQuirks.length);
    expect(Math.max(...bundles.map(({ length }) => length))).toBe(12);
    expect(bundles.length).toBeLessThan(allQuirks.length / 5);
    expect(idsOf(bundlesOf(allQuirks, 12, '5'))).toEqual(idsOf(bundles));
    expect(idsOf(bundlesOf(allQuirks, 12, '6'))).not.toEqual(idsOf(bundles));
  });

  it.each([
    ['two connections', ['gzip', 'brotli']],
    ['two values of one setting', ['self-trade-cancels-both', 'self-trade-decrements']],
    ['a world with other content', ['pretty', 'empty-catalog']],
    ['statuses by which others recognize a refusal', ['refused-in-short-reply', 'strange-statuses']],
    ['long bodies, which every other wrapper would parse', ['pretty', 'long-texts']],
    ['a sum over pages of one row', ['count-of-all', 'pages-of-one']],
    ['filled windows', ['pretty', 'windows-fixed']],
    ['two that contradict each other', ['single-outcome', 'category-settings']],
  ])('never hold %s', (_, ids) => {
    expect(bundlesOf(quirksOf(...ids), 12, '1')).toHaveLength(2);
  });

  it('know every quirk that another one is kept apart from', () => {
    const ids = allQuirks.map(({ id }) => id);
    expect(
      allQuirks.flatMap(({ apart = [] }) => (apart === 'all' ? [] : apart)).filter((id) => !ids.includes(id)),
    ).toEqual([]);
  });

  it('wrap small pages first, then the content of the world, and last what others recognize answers by', () => {
    const ids = ['html-for-unlisted', 'statuses', 'category-settings', 'pages-of-one', 'three-outcomes'];
    expect(idsOf(bundlesOf(quirksOf(...ids), 12, '1'))).toEqual([
      ['pages-of-one', 'three-outcomes', 'category-settings', 'html-for-unlisted', 'statuses'],
    ]);
  });
});

describe('the service of a bundle', () => {
  it('has the settings, contents, answers and connection of each quirk', () => {
    const members = quirksOf('small-pages', 'both-digests', 'empty-texts', 'no-categories', 'pretty', 'gzip');
    expect(bundlesOf(members, 12, '1')).toHaveLength(1);
    const { world, wrap, transport } = serviceOf(members, '1');
    expect(transport).toBe(members[5]?.transport);
    expect(world.profile).toMatchObject({ pages: { trades: 3 }, auth: { acceptBase64url: true } });
    const simulator = simulatorOf(world, '1');
    invariant(wrap !== undefined, 'pretty wraps');
    const { body } = mutated(simulator, wrap).handle(get('/markets', { limit: '1' }));
    expect(body).toMatch(/^\[\n/);
    const [market] = JSON.parse(body);
    expect(market).toMatchObject({ description: '', icon: '' });
    const event = JSON.parse(simulator.handle(get(`/events/${market.events[0].id}`)).body);
    expect(event).toMatchObject({ title: '', tags: [], series: [] });
  });
});
