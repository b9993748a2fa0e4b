import { expect, it } from 'vitest';
import { loadProfile, Profile, profileNames } from './profile.ts';

it.each(profileNames)('the profile %s is whole and carries its own name', (name) => {
  expect(loadProfile(name).name).toBe(name);
});

it('the document profile holds the values of the decision table', () => {
  const { statuses, auth, cursorEnds, heartbeat, order, batch } = loadProfile('document');
  expect(statuses).toMatchObject({ badRequest: 400, auth: 401, notFound: 404, notAccepting: 409, throttled: 429 });
  expect(auth).toEqual({ prefix: 'SVC_', windowSeconds: 60, digest: 'hex', acceptBase64url: false });
  expect(cursorEnds).toEqual({ trades: 'LTE=', liveOrders: '', marketLists: 'LTE=' });
  expect([heartbeat.timeoutMs, batch.max, order.signatureBytesMax]).toEqual([10_000, 500, 4_096]);
});

it('an unknown profile is refused with the names there are', () => {
  expect(() => loadProfile('../document')).toThrow(
    'unknown profile "../document"; known profiles: document, polymarket, kuest',
  );
});

it('a profile with a status that is no error is refused', () => {
  const profile = loadProfile('document');
  expect(Profile.safeParse({ ...profile, statuses: { ...profile.statuses, notFound: 200 } }).success).toBe(false);
});
