/** conformance/mistakes/wrong-types tests: missing fields and wrong types fail their shape check alone. */
import { describe, expect, it } from 'vitest';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { ROUTES } from '../../spec/routes.ts';
import { get } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { judgeNew } from '../fixtures/judged-service.ts';
import type { Mistake } from '../fixtures/second-service/mistake.ts';
import type { Finding, Report } from '../report.ts';

type Change = (value: unknown) => unknown;

const changes: Readonly<Record<string, Change>> = {
  'are missing': () => undefined,
  'are null': () => null,
  'have another type': (value) => (typeof value === 'string' ? 7 : String(value)),
};

/** Changes the scalar fields with these names, or all, at any depth. */
function changed(value: unknown, change: Change, names?: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, change, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isScalar = typeof inner !== 'object' || inner === null;
      return [name, isScalar && names?.includes(name) !== false ? change(inner) : changed(inner, change, names)];
    }),
  );
}

/** Successes of a route with changed fields. */
function mistakeOf(route: string, change: Change, names?: readonly string[]): Mistake {
  return (reply) => (request) => {
    const response = reply(request);
    const id = matchRoute({ ...get(request.path), method: request.method })?.id;
    if (response.status !== 200 || id !== route) return response;
    return { ...response, body: JSON.stringify(changed(JSON.parse(response.body), change, names)) };
  };
}

const readOnly = { allowWrites: false, credentials: undefined };

function failuresIn({ checks }: Report): readonly { readonly id: string; readonly finding: Finding }[] {
  return checks.flatMap(({ id, findings }) =>
    findings.filter(({ severity }) => severity !== 'note').map((finding) => ({ id, finding })),
  );
}

const ROUTES_TRIED = ['positions', 'holders', 'markets', 'builder-trades'];
const { title, part } = drawnPart(
  Object.entries(changes).flatMap(([how, change]) => ROUTES_TRIED.map((route) => [route, how, change] as const)),
  6,
);

describe(`a route whose fields are all wrong fails its shape alone: ${title}`, () => {
  it.each(part)('%s: they %s', async (route, _, change) => {
    const only = ROUTES.filter(({ id }) => id === route || id === 'profile').map(({ id }) => `${id}.*` as const);
    const report = await judgeNew({ mistake: mistakeOf(route, change) }, { ...readOnly, only });
    const failures = failuresIn(report);
    expect([...new Set(failures.map(({ id }) => id))]).toEqual([`${route}.shape`]);
    for (const { finding } of failures) {
      expect(`${finding.expected} ${finding.pointer}`).not.toMatch(/NaN|undefined|\/-1/);
    }
    expect(report.checks.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    expect(report.causes?.map(({ id }) => id)).toEqual([`${route}/fields`]);
  });
});

describe('one field with another type', () => {
  const rows = [
    ['markets', 'slug', 'are missing', ['markets.*']],
    ['markets', 'id', 'have another type', ['markets.*']],
    ['positions', 'avgPrice', 'are null', ['positions.*']],
    ['holders', 'amount', 'have another type', ['holders.*']],
    ['profile', 'name', 'are missing', ['activity.*', 'profile.*']],
  ] as const;
  it.each(rows)('%s: %s, which %s', async (route, name, how, only) => {
    const mistake = mistakeOf(route, changes[how] ?? String, [name]);
    const report = await judgeNew({ mistake }, { ...readOnly, only });
    const failures = failuresIn(report);
    expect(failures.map(({ id }) => id)).toEqual(failures.map(() => `${route}.shape`));
    expect(failures.length).toBeGreaterThan(0);
  });

  it('leaves the other fields judged', async () => {
    const mistake: Mistake = (reply) => (request) => {
      const response = mistakeOf('positions', String, ['size'])(reply)(request);
      return { ...response, body: response.body.replaceAll('"curPrice":0.', '"curPrice":7.') };
    };
    const report = await judgeNew({ mistake }, { ...readOnly, only: ['positions.rows', 'positions.shape'] });
    expect(failuresIn(report).map(({ finding }) => `${finding.clause} ${finding.expected}`)).toEqual([
      '2.1/size.type a number, not a string',
      '2.1/curPrice.range a number from 0 to 1, or 0, or 1',
    ]);
  });

  it('names the field that is out of range, and shows its row', async () => {
    const mistake = mistakeOf('positions', () => 1.5, ['avgPrice']);
    const report = await judgeNew({ mistake }, { ...readOnly, only: ['positions.rows'] });
    const [{ finding } = { finding: undefined }] = failuresIn(report);
    expect(finding).toMatchObject({ pointer: '/0/avgPrice', actual: '1.5' });
    expect(finding?.object).toContain('>>> "avgPrice":1.5 <<<');
  });
});

it('a trade that a filter loses within a second is named', async () => {
  const mistake: Mistake = (reply) => (request) => {
    const response = reply(request);
    if (request.path !== '/builder/trades' || !/after=/.test(request.query)) return response;
    return { ...response, body: JSON.stringify(JSON.parse(response.body).slice(0, 1)) };
  };
  const report = await judgeNew({ mistake }, { ...readOnly, only: ['builder-trades.after.strict'] });
  const [{ finding } = { finding: undefined }] = failuresIn(report);
  expect(finding?.pointer).toBe('');
  expect(finding?.expected).toMatch(/^a list with an object with \{"id":"[0-9a-f-]{36}"\} in it/);
});
