import { expect, it } from 'vitest';
import { problemLines } from './fixtures/memory-files.ts';

it.each([
  [
    'a request with two bodies',
    "{post: /order, body: {a: 1}, text: 'x'}",
    /a request has one body, this one has body too/,
  ],
  ['bytes beside a text', "{post: /order, text: 'x', bytes: AP8i}", /a request has one body, this one has text too/],
  ['bytes that are no base64', "{post: /order, bytes: '!!!'}", /expected bytes as base64/],
  ['bytes without their padding', '{post: /order, bytes: AP8}', /expected bytes as base64/],
])('%s is refused at its place', (_, step, message) => {
  expect(problemLines(`steps: [${step}]`)).toEqual([expect.stringMatching(message)]);
});

it.each([
  '{post: /order, bytes: AP8i}',
  "{post: /order, bytes: ''}",
  "{post: /order, bytes: '${last.body}'}",
  '{post: /order, body: {text: a, bytes: b}}',
])('%s has one body that can be sent', (step) => {
  expect(problemLines(`steps: [${step}]`)).toEqual([]);
});
