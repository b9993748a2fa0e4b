import { describe, expect, it } from 'vitest';
import { problemLines } from './fixtures/memory-files.ts';

describe('expressions', () => {
  it('are rejected at their place if they do not parse', () => {
    expect(problemLines("steps: [{check: 'now +'}]")).toEqual([expect.stringMatching(/^2:18 .*now \+/)]);
    expect(problemLines("steps: [{get: '/a/${now'}]")).toEqual([expect.stringMatching(/^2:15 .*without an end/)]);
  });

  it('report an unknown variable with the known ones, the nearest first', () => {
    expect(problemLines("vars: {size: 1}\nsteps: [{get: '/a/${now}/${siz}'}]")).toEqual([
      expect.stringMatching(/^3:28 no variable "siz" here; known, nearest first: size, /),
    ]);
  });

  it('report unknown values of found, also in brackets', () => {
    expect(problemLines('steps: [{get: \'/a/${found.markett.id}\'}, {check: \'found["trad"].size != ""\'}]')).toEqual([
      expect.stringMatching(/^2:27 "found" has no "markett": did you mean market\? it has market, closedMarket, /),
      expect.stringMatching(/^2:58 "found" has no "trad": did you mean trade\?/),
    ]);
  });

  it('see built-in variables, vars, variables of cases, and those that earlier steps set', () => {
    expect(
      problemLines(`vars: {size: 5, twice: '\${size * 2}'}
cases: [{name: one, price: 0.5}]
always: ['size > 0']
steps:
  - get: /a
    capture: {id: /id, status: '\${last.status}'}
  - set: {a: 1, b: '\${a + 1}'}
  - draw: {n: {int: [1, 6]}}
  - check: [id == '1', status == 200, b == 2, n > 0, price < 1.0, case.name == 'one', size == twice]
    when: size(wallets) > 0 && markets.market.tick > 0.0 && seed > 0 && found.market != null && now > 0
finally: [{cancel: '\${id}'}]`),
    ).toEqual([]);
  });

  it.each([
    ["[{get: '/${id}', capture: {id: /id}}]", 'id'],
    ["[{repeat: {times: 2, as: i, do: [{set: {a: 1}}]}}, {check: 'a == 1'}]", 'a'],
    ["[{repeat: {times: 2, as: i, do: [{get: /a}]}}, {check: 'i == 1'}]", 'i'],
    ["[{each: {of: [1], as: one, do: [{get: /a}]}}, {check: 'one == 1'}]", 'one'],
    ["[{call: m}, {check: 'inside == 1'}]", 'inside'],
  ])('in %s report that %s is not set there', (steps, name) => {
    const macros = 'macros: {m: {steps: [{set: {inside: 1}}]}}\n';
    expect(problemLines(`${macros}steps: ${steps}`)).toEqual([
      expect.stringContaining(`the variable "${name}" is not set yet: it is set later, or inside a loop or macro`),
    ]);
  });

  it.each([
    "[{repeat: {times: 2, do: [{set: {a: 1}}]}}, {check: 'a == 1'}]",
    "[{repeat: {times: 2, as: i, do: [{check: 'i < 2'}]}}]",
    "[{each: {of: [1], as: one, do: [{repeat: {times: 1, as: i, do: [{check: 'one > i'}]}}]}}]",
    "[{until: {within: 1s, do: [{set: {a: 1}}]}}, {check: 'a == 1'}]",
    "[{together: {one: [{check: 'a == 1'}], two: [{set: {a: 1}}]}}, {check: 'a == 1'}]",
    "[{set: {inside: null}}, {call: m}, {check: 'inside == 1'}]",
  ])('in %s know their variables', (steps) => {
    const macros = 'macros: {m: {steps: [{set: {inside: 1}}]}}\n';
    expect(problemLines(`${macros}steps: ${steps}`)).toEqual([]);
  });

  it('of always hold after the first step', () => {
    const steps = 'steps: [{set: {a: 1}}, {set: {b: 1}}]';
    expect(problemLines(`always: ['a == 1']\n${steps}`)).toEqual([]);
    expect(problemLines(`always: ['b == 1']\n${steps}`)).toEqual([expect.stringContaining('"b" is not set yet')]);
  });

  it('are also found in keys', () => {
    expect(problemLines("steps: [{get: /a, expect: {body: {'${nme}': 1}}}]")).toEqual([
      expect.stringMatching(/^2:35 no variable "nme" here/),
    ]);
  });
});

describe('variables', () => {
  it.each([
    ['vars: {now: 1}', '"now" is always set and cannot be changed'],
    ['vars: {in: 1}', '"in" is a word of the expression language'],
    ['vars: {a-b: 1}', '"a-b" is not a valid name of a variable'],
    ['cases: [{last: 1}]', '"last" is always set'],
    ['macros: {m: {params: {found: 1}, steps: [{get: /a}]}}', '"found" is always set'],
  ])('as in %s cannot have that name', (text, message) => {
    expect(problemLines(`${text}\nsteps: [{get: /a}]`)).toEqual([expect.stringContaining(message)]);
  });

  it('of two cases need two names', () => {
    expect(problemLines('cases: [{name: a}, {name: b}, {name: a}]\nsteps: [{get: /a}]')).toEqual([
      '2:38 another case has this name: change one',
    ]);
  });
});
