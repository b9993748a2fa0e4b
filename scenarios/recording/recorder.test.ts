import { describe, expect, it } from 'vitest';
import { get } from '../../wire/message.ts';
import { openRecordedClient } from './fixtures/recorded-client.ts';
import { createRecorder, recorded } from './recorder.ts';

const exchange = { request: get('/markets'), response: { status: 200, headers: {}, body: '12345' }, at: 0 };

describe('a recorder', () => {
  it('ends with the first exchange that is one too many, reports that once, and keeps no later one', () => {
    let reports = 0;
    const recorder = createRecorder({ exchangesMax: 2, onFull: () => (reports += 1) });
    for (const at of [1, 2]) recorder.sink({ ...exchange, at });
    expect(recorder.isFull).toBe(false);
    for (const at of [3, 4]) recorder.sink({ ...exchange, at });
    expect([recorder.isFull, reports]).toEqual([true, 1]);
    expect(recorder.exchanges.map(({ at }) => at)).toEqual([1, 2]);
  });

  it('counts the characters of bodies and headers', () => {
    const heavy = { ...exchange, response: { status: 200, headers: { 'x-a': 'b'.repeat(50) }, body: 'c'.repeat(50) } };
    const recorder = createRecorder({ lengthMax: 150 });
    recorder.sink(heavy);
    recorder.sink(heavy);
    expect([recorder.exchanges.length, recorder.isFull]).toEqual([1, true]);
  });

  it('returns the responses of the service unchanged, and records the service clock', () => {
    const recorder = createRecorder();
    const response = { status: 200, headers: {}, body: '' };
    const handle = recorded(
      () => response,
      () => 77,
      recorder.sink,
    );
    const request = get('/markets');
    expect(handle(request)).toBe(response);
    expect(recorder.exchanges).toEqual([{ request, response, at: 77 }]);
  });
});

it('records faults, moves of the clock and resets', () => {
  const { handle, control, scenario, recorder, simulator } = openRecordedClient();
  handle(get('/markets'));
  control.reset();
  handle(get('/events/1'));
  control.fault('internal-error');
  handle(get('/markets'));
  control.fault('none');
  const before = simulator.now();
  control.advance(90_000);
  expect(simulator.now() - before).toBe(90_000);
  handle(get('/positions'));
  expect(recorder.exchanges).toHaveLength(8);
  expect(scenario({ expect: 'status' }).match(/^ {2}- .*/gm)).toEqual([
    '  - get: /markets',
    '  - reset: true',
    '  - get: /events/1',
    '  - fault: internal-error',
    '  - get: /markets',
    '  - fault: none',
    '  - advance: 90s',
    '  - get: /positions',
  ]);
});

it('records the rules of faults that are in force from the start, and again after a reset', () => {
  const rule = { route: 'GET /markets', every: 2, kind: 'error' } as const;
  const { recorder, control, handle, simulator } = openRecordedClient(1, [rule]);
  const steps = () => recorder.exchanges.map(({ request }) => request.body ?? request.path);
  handle(get('/markets'));
  control.reset();
  expect(steps()).toEqual([JSON.stringify({ faults: [rule] }), '/markets', '{}', JSON.stringify({ faults: [rule] })]);
  expect(control.faults?.([])).toEqual([]);
  expect([simulator.faults(), steps().at(-1)]).toEqual([[], '{"faults":[]}']);
});

it('performs commands to the world, and states that no step repeats them', () => {
  const { control, handle, scenario, simulator } = openRecordedClient();
  const before = simulator.eventCount;
  control.command?.({ pause: 'market' });
  expect(simulator.eventCount).toBe(before + 1);
  handle(get('/markets'));
  expect(scenario()).toMatch(/^# 1 commands to the world are left out: no step can express them$/m);
});
