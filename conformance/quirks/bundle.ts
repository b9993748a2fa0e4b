/**
 * conformance/quirks/bundle: several quirks in one service, so that one run judges all of them. A combination of lawful
 * oddities is lawful, unless two of them contradict each other.
 */

import { createRng } from '../../sim/world/rng.ts';
import { loadProfile, type Profile } from '../../spec/profile.ts';
import type { Wrap } from '../mutants/mutant.ts';
import type { OddWorldOptions } from './odd-world.ts';
import { together } from './oddities.ts';
import type { OddTransport, Quirk } from './quirk.ts';

/** The oddities of one service. */
export type OddService = {
  readonly world: OddWorldOptions;
  readonly wrap?: Wrap;
  readonly transport?: OddTransport;
  readonly fillsWindows: boolean;
};

type Values = Readonly<Record<string, unknown>>;

/** Bundles of at most `size` quirks that can share a service, drawn from the seed: every seed combines other quirks. */
export function bundlesOf(quirks: readonly Quirk[], size: number, seed: string): readonly (readonly Quirk[])[] {
  const bundles: Quirk[][] = [];
  for (const quirk of createRng(`bundles ${seed}`).sample(quirks, quirks.length)) {
    const room = bundles.find((members) => members.length < size && members.every((member) => canShare(member, quirk)));
    if (room === undefined) bundles.push([quirk]);
    else room.push(quirk);
  }
  const place = new Map(quirks.toSorted(byDepth).map((quirk, index) => [quirk, index]));
  return bundles.map((members) => members.toSorted((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0)));
}

/** From the inside out: the content of the world, then its answers. */
function byDepth(one: Quirk, other: Quirk): number {
  const place = ({ world, depth }: Quirk): number =>
    depth === 'innermost' ? 0 : world !== undefined ? 1 : depth === undefined ? 2 : 3;
  return place(one) - place(other);
}

/** The service with all of the quirks. The first is the innermost. */
export function serviceOf(quirks: readonly Quirk[], seed: string): OddService {
  const wraps = quirks.flatMap(({ wrap }) => wrap ?? []);
  const transport = quirks.find((quirk) => quirk.transport !== undefined)?.transport;
  return {
    world: quirks.map(({ world }) => world?.(seed) ?? {}).reduce(merged, {}),
    fillsWindows: quirks.some(({ fillsWindows }) => fillsWindows === true),
    ...(wraps.length === 0 ? {} : { wrap: together(wraps) }),
    ...(transport === undefined ? {} : { transport }),
  };
}

/**
 * Quirks share a service only if they need one connection, have one value for each setting and do not contradict each other. A
 * world with other content shows too little of other quirks.
 */
function canShare(one: Quirk, other: Quirk): boolean {
  if (isAlone(one) || isAlone(other)) return false;
  if (one.transport !== undefined && other.transport !== undefined) return false;
  if ((one.apart ?? []).includes(other.id) || (other.apart ?? []).includes(one.id)) return false;
  const settings = changedSettings(other);
  return Object.keys(changedSettings(one)).every((key) => !(key in settings));
}

function isAlone(quirk: Quirk): boolean {
  const hasContent = Object.keys(quirk.world?.('1') ?? {}).some((key) => key !== 'profile' && key !== 'remake');
  // Wrappers recognize a refusal by its status in the document profile.
  return quirk.fillsWindows === true || quirk.apart === 'all' || hasContent || 'statuses' in changedSettings(quirk);
}

function changedSettings({ world }: Quirk): Values {
  return world === undefined ? {} : changesOf(world('1').profile);
}

/** The values in which a profile differs from the document profile, without its name. */
function changesOf(profile: Profile | string = 'document'): Values {
  const document: Values = loadProfile('document');
  const own: Values = typeof profile === 'string' ? loadProfile(profile) : profile;
  const isChanged = (key: string): boolean =>
    key !== 'name' && JSON.stringify(own[key]) !== JSON.stringify(document[key]);
  return Object.fromEntries(Object.entries(own).filter(([key]) => isChanged(key)));
}

function merged(one: OddWorldOptions, other: OddWorldOptions): OddWorldOptions {
  const { remake = (world) => world } = one;
  const { remake: then } = other;
  return {
    ...one,
    ...other,
    ...(one.profile === undefined && other.profile === undefined
      ? {}
      : { profile: { ...loadProfile('document'), ...changesOf(one.profile), ...changesOf(other.profile) } }),
    ...(then === undefined ? {} : { remake: (world) => then(remake(world)) }),
  };
}
