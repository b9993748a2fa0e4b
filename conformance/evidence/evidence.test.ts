/** conformance/evidence/evidence tests: the difference of a finding as data. */
import { expect, it } from 'vitest';
import { get } from '../../wire/message.ts';
import { type Exchange, type Expectation, SameAs } from '../check.ts';
import { addFinding, createEvidence } from './evidence.ts';

const list: Exchange = {
  request: get('/markets'),
  status: 200,
  headers: {},
  text: '[{"id":"7"}]',
  json: [{ id: '7' }],
};

function differenceOf(expectation: Expectation | undefined, actual: unknown): unknown {
  const evidence = createEvidence();
  addFinding(evidence, 'check', '8/edge', list, { pointer: '/0/id', expected: 'the id 7', actual, expectation });
  return evidence.findings.get('check')?.get('8/edge')?.first[0]?.difference;
}

it('has pointer, expected and actual', () => {
  expect(differenceOf({ at: { '/0/id': { $match: '^7$' } } }, '8')).toEqual({
    pointer: '/0/id',
    expected: { at: { '/0/id': { $match: '^7$' } } },
    actual: '8',
  });
});

it('names the request whose response has the value', () => {
  const expectation = { at: { '/0/id': new SameAs(list, '/0/id') } };
  expect(differenceOf(expectation, undefined)).toEqual({
    pointer: '/0/id',
    expected: { at: { '/0/id': { $same: 'GET $TARGET/markets /0/id' } } },
  });
  expect(differenceOf({ body: [new SameAs(list, '/0/id', -2)] }, undefined)).toMatchObject({
    expected: { body: [{ $same: 'GET $TARGET/markets /0/id - 2' }] },
  });
});

it('is left out where no pattern describes it, or where it is too long', () => {
  expect(differenceOf(undefined, '8')).toBeUndefined();
  expect(differenceOf({ body: 'x'.repeat(3_000) }, '8')).toBeUndefined();
  expect(differenceOf({ status: 404 }, 'x'.repeat(3_000))).toEqual({ pointer: '/0/id', expected: { status: 404 } });
});
