import { describe, expect, it } from 'vitest';
import { AUTH_HEADERS } from '../auth.ts';
import { loadDecisions } from '../decisions.ts';
import { LIMITS, SCOPES_WITHOUT_ROUTE, UNSEEN_SCOPES } from '../limits.ts';
import { clauseIdOf, ROUTES } from '../routes.ts';
import { loadRegister } from './register.ts';

const register = loadRegister();
const { clauses } = register;
const decisions = loadDecisions();
const ids = clauses.map(({ id }) => id);

/** The places where the interface says "not shown", and the clause of each. */
const NOT_SHOWN = [
  '2.17/keys.not-shown',
  '2.18/status.not-shown',
  '3/transitions.not-shown',
  '4.2/heartbeat-v1.payload.not-shown',
  '4.3/values.not-shown',
  '4.11/order.not-shown',
  '4.20/event-creators.order.not-shown',
  '5/signing-string.not-shown',
  '5/level-1.not-shown',
  '5/account-routes.not-shown',
  '6/events.not-shown',
  '7/statuses.not-shown',
  '8/throttled.not-shown',
  '9/policy.not-shown',
];

describe('the register', () => {
  it('has well over a thousand clauses, each with its own id', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(1_500);
  });

  it('has a text, the look of a failure and a fix for each clause', () => {
    for (const clause of clauses) {
      expect(clause.text, clause.id).toMatch(/^\S.{10,}\.$/s);
      expect(clause.looks, clause.id).toMatch(/^\S.{10,}[.?]$/s);
      expect(clause.fix, clause.id).toMatch(/^\S.{10,}\.$/s);
    }
  });

  it('names the place of every explicit MUST in the interface, and the reasoning of every derived one', () => {
    for (const clause of clauses.filter(({ level }) => level === 'MUST')) {
      expect(clause.basis ?? '', clause.id).toMatch(/^(?:\S+ ){3,}\S+\.$/);
      if (clause.source === 'explicit') expect(clause.basis, clause.id).toMatch(/\b(?:Section|Table|Introduction)\b/);
    }
  });

  it('gives no MUST the reasoning that no sentence states it', () => {
    const confessed = clauses.filter(({ level, basis }) => level === 'MUST' && /no sentence/i.test(basis ?? ''));
    expect(confessed.map(({ id }) => id)).toEqual([]);
  });

  it('calls a statement derived if the interface has only the values or the fields that suggest it', () => {
    const inferred = ['2.3/side.BUY', '2.3/side.SELL', '2.5/events.present', '4.2/keep-alive'];
    expect(inferred.filter((id) => register.get(id)?.source !== 'derived')).toEqual([]);
    expect(register.get('4.2/keep-alive')?.level).toBe('SHOULD');
  });

  it('names the type of integers that have a unit', () => {
    expect(register.get('2.1/timestamp.type')?.text).toContain('an integer');
  });

  it('has no MUST for the form of a moment that only the name of a field suggests', () => {
    const fields = ['2.5/startDate', '2.5/endDate', '2.5/createdAt', '2.5/updatedAt', '2.10/end_date_iso'];
    expect(fields.map((field) => register.get(`${field}.format`)?.level)).toEqual(fields.map(() => 'SHOULD'));
    expect(register.get('2.5/event.createdAt.format')?.level).toBe('MUST');
  });

  it('has a reason exactly if nothing can be observed', () => {
    for (const clause of clauses) {
      expect(clause.excluded !== undefined, clause.id).toBe(clause.observable === 'not-observable');
      expect(clause.excluded ?? 'a reason in words', clause.id).toMatch(/\S+ \S+ \S+/);
    }
  });

  it('names the section of a clause in its id', () => {
    for (const clause of clauses.filter(({ id }) => !id.startsWith('D/')))
      expect(clause.id.startsWith(`${clause.section}/`), clause.id).toBe(true);
  });

  it('comes in order of section, numbers compared as numbers', () => {
    const sections = [...new Set(clauses.map(({ section }) => section))];
    expect(sections.slice(0, 6)).toEqual(['1', '2', '2.1', '2.2', '2.3', '2.4']);
    expect(sections.indexOf('4.9')).toBeLessThan(sections.indexOf('4.10'));
  });

  it('returns undefined for an unknown id', () => {
    expect(register.get('4.8/nonsense')).toBeUndefined();
    expect(register.get('4.8/limit.max')?.text).toContain('500');
  });

  it('covers every section from 1 to 9', () => {
    for (const major of [1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(
        clauses.some(({ section }) => section.split('.')[0] === String(major)),
        `section ${major}`,
      ).toBe(true);
  });
});

describe('every row of a table is represented', () => {
  it('routes: existence, status, content type and shape', () => {
    for (const route of ROUTES) {
      const prefix = clauseIdOf(route.id, 'response');
      expect(ids).toEqual(
        expect.arrayContaining([`4.1/${route.id}`, `${prefix}.status`, `${prefix}.json`, `${prefix}.shape`]),
      );
    }
  });

  it('single entities: each is the one that the path names', () => {
    const single = ROUTES.filter(({ pathParam, item }) => pathParam !== undefined && item === undefined);
    const matches = single.map((route) => clauseIdOf(route.id, `${route.pathParam?.name}.match`));
    // A profile has the wallet of the path in a field of another name: 2.8/proxyWallet.asked.
    expect(matches.filter((id) => register.get(id) === undefined)).toEqual(['4.19/user_address.match']);
  });

  it('fields: presence and type, nested ones included', () => {
    const paths = [
      '2.1/size',
      '2.2/percentRealizedPnl',
      '2.3/usdcSize',
      '2.4/token',
      '2.4/holders.amount',
      '2.5/outcomes',
      '2.5/summary.ticker',
      '2.5/event.creationDate',
      '2.6/eventMetadata',
      '2.6/tag.label',
      '2.6/series.recurrence',
      '2.7/creatorUrl',
      '2.8/verifiedBadge',
      '2.9/profile.name',
      '2.9/profile.positions.tokenId',
      '2.9/replies',
      '2.10/event.ticker',
      '2.11/market_id',
      '2.12/rates.asset_address',
      '2.13/winner',
      '2.14/level.price',
      '2.15/associateTrades',
      '2.16/maker_orders.side',
      '2.17/fd.to',
      '4.15/sampling-markets.data',
      '4.5/count',
      '4.2/heartbeat-v1.heartbeat_id',
      '4.3/reply.orderID',
      '4.4/reply.not_canceled',
      '4.17/BUY',
    ];
    for (const path of paths) expect(ids).toEqual(expect.arrayContaining([path, `${path}.type`]));
  });

  it('formats and items of fields', () => {
    const aspects = [
      '2.5/startDate.format',
      '2.1/asset.format',
      '2.10/tags.items',
      '2.14/bids.items',
      '4.4/reply.not_canceled.items',
    ];
    expect(ids).toEqual(expect.arrayContaining(aspects));
    expect(ids).not.toContain('2.6/eventMetadata.items');
  });

  it('the fields of each resource are as many as the interface lists', () => {
    const count = (prefix: RegExp) => ids.filter((id) => prefix.test(id)).length;
    expect(count(/^2\.1\/\w+\.type$/)).toBe(26);
    expect(count(/^2\.2\/\w+\.type$/)).toBe(25);
    expect(count(/^2\.10\/\w+\.type$/)).toBe(40);
    expect(count(/^2\.10\/event\.\w+\.type$/)).toBe(5);
    expect(count(/^2\.16\/\w+\.type$/)).toBe(18);
    expect(count(/^4\.3\/order\.\w+$/)).toBe(13);
  });

  it('parameters: each stated aspect', () => {
    for (const route of ROUTES) {
      for (const param of route.query) {
        const subject = clauseIdOf(route.id, param.name);
        const aspects = ['accepted', ...(param.members ?? [])];
        if (param.required) aspects.push('required');
        if (param.min !== undefined) aspects.push('min', 'min.refused');
        if (param.max !== undefined) aspects.push('max', 'max.refused');
        if (param.maxLength !== undefined) aspects.push('maxLength', 'maxLength.refused');
        if (param.default !== undefined) aspects.push('default');
        if (param.members !== undefined) aspects.push('enum');
        if (param.aliases !== undefined) aspects.push('alias');
        if (param.type !== 'cursor') aspects.push('type');
        expect(ids).toEqual(expect.arrayContaining(aspects.map((aspect) => `${subject}.${aspect}`)));
      }
    }
  });

  it('error conditions of each route', () => {
    for (const route of ROUTES) {
      expect(ids).toContain(`7/${route.id}.family`);
      expect(ids).toEqual(expect.arrayContaining(route.errors.map((condition) => `7/${route.id}.${condition}`)));
    }
  });

  it('headers of each signed route, and their formats', () => {
    for (const { name } of AUTH_HEADERS) {
      expect(ids).toContain(`5/${name}.format`);
      for (const route of ROUTES.filter(({ auth }) => auth === 'L2')) expect(ids).toContain(`5/${route.id}.${name}`);
    }
  });

  it('limits: each window of each scope, excluded only if nothing can fill it', () => {
    const windows = clauses.filter(({ id }) => LIMITS.some((scope) => id.startsWith(`${scope.section}/${scope.id}`)));
    expect(windows).toHaveLength(LIMITS.reduce((sum, { windows: list }) => sum + list.length, 0));
    const unseen = SCOPES_WITHOUT_ROUTE.length + Object.keys(UNSEEN_SCOPES).length;
    expect(windows.filter(({ excluded }) => excluded !== undefined)).toHaveLength(unseen);
  });
});

describe('decisions', () => {
  it('are cited by their clauses, and every cited decision exists', () => {
    const known = new Set(decisions.map(({ id }) => id));
    expect(known.size).toBe(decisions.length);
    for (const clause of clauses) {
      if (clause.decision !== undefined) expect(known, clause.id).toContain(clause.decision);
    }
    for (const { id } of decisions)
      expect(
        clauses.some((clause) => clause.id.startsWith('D/') && clause.decision === id),
        id,
      ).toBe(true);
  });

  it('are in order of the section where the gap is', () => {
    const majors = decisions.map(({ section }) => Number(section.split('.')[0]));
    expect(majors).toEqual(majors.toSorted((a, b) => a - b));
  });

  it.each(NOT_SHOWN)('%s is filled by a decision', (id) => {
    const clause = register.get(id);
    expect(clause?.level).toBe('UNSPECIFIED');
    expect(decisions.map((decision) => decision.id)).toContain(clause?.decision);
  });

  it('there is no other place that is not shown', () => {
    expect(ids.filter((id) => id.endsWith('.not-shown') && id !== '5/allowlist.not-shown').sort()).toEqual(
      NOT_SHOWN.toSorted(),
    );
  });
});
