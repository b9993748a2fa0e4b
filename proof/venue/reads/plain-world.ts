/** proof/venue/reads/plain-world: one event with all markets; three wallets have keys, the fifth no profile. */

import type { Venue } from '../../../sim/core/venue.ts';
import { plainTrading } from '../../../sim/world/listing.ts';
import type { World, WorldAccount, WorldEvent, WorldMarket } from '../../../sim/world/world.ts';

const MOMENT = '2026-03-01T00:00:00.000Z';

/** Titles with ties, case, and letters of several scripts. */
const TITLES = ['Will it rain?', 'Will it RAIN?', 'Élan vital — 数', 'Will it rain?'];

export function conditionId(market: number): string {
  const tens = market < 10 ? '' : String(Math.floor(market / 10));
  return `0x${String(9 - (market % 10)).repeat(64 - tens.length)}${tens}`;
}

export function tokenId(market: number, outcome: number): string {
  return `7${market}${outcome}5550001112223334445556667778889990001`;
}

/** The world of a venue that has, or will have, so many markets and wallets. */
export function plainWorld(venue: Venue, markets: number, wallets: number, startMs: number): World {
  const own: WorldMarket[] = [];
  const event: WorldEvent = { own: ownEvent(), tags: [], series: [], markets: own };
  for (let index = 0; index < markets; index += 1) own.push(marketOf(index, event));
  return {
    seed: 'plain',
    name: 'plain',
    startMs,
    events: [event],
    markets: own,
    creators: [],
    accounts: Array.from({ length: wallets }, (_, index) => accountOf(index)),
    comments: [],
    venue,
    writeMarkets: [],
    warnings: [],
  };
}

function accountOf(index: number): WorldAccount {
  const address = `0xAbCdEf${String(index).padStart(34, '0')}`;
  const profile = {
    createdAt: MOMENT,
    proxyWallet: address,
    profileImage: 'https://img.example/a.png',
    displayUsernamePublic: true,
    bio: 'a "quoted" bio',
    pseudonym: `Person-${index}`,
    name: `person ${index}`,
    users: [],
    xUsername: '',
    verifiedBadge: false,
  };
  const key = {
    apiKey: `00000000-0000-4000-8000-00000000000${index}`,
    passphrase: String(index).repeat(64),
    secret: 'c2VjcmV0',
  };
  return { index, address, profile: index === 4 ? undefined : profile, key: index < 3 ? key : undefined };
}

function marketOf(index: number, event: WorldEvent): WorldMarket {
  const title = TITLES[index % TITLES.length] ?? '';
  return {
    index,
    event,
    catalog: {
      id: String(500 + index),
      question: title,
      conditionId: conditionId(index),
      slug: `market-${index}`,
      resolutionSource: '',
      startDate: MOMENT,
      endDate: index === 3 ? '' : `2026-0${4 + (index % 2)}-01T00:00:00.000Z`,
      image: '',
      icon: 'https://img.example/icon.png',
      description: '',
      outcomes: '["Yes","No"]',
      clobTokenIds: JSON.stringify([tokenId(index, 0), tokenId(index, 1)]),
      createdAt: MOMENT,
      updatedAt: MOMENT,
      questionID: `0x${index}`,
    },
    outcomes: ['Yes', 'No'],
    tokenIds: [tokenId(index, 0), tokenId(index, 1)],
    ...plainTrading(event),
    negRisk: index === 1,
    minimumOrderSize: 1,
  };
}

function ownEvent(): WorldEvent['own'] {
  const texts = { id: '40', ticker: 'rain', slug: 'rain', title: 'Rain', description: '', resolutionSource: '' };
  const moments = { startDate: MOMENT, creationDate: MOMENT, endDate: MOMENT, createdAt: MOMENT, updatedAt: MOMENT };
  const flags = { active: true, closed: false, archived: false };
  return { ...texts, ...moments, ...flags, image: '', icon: '', eventMetadata: {} };
}
