/**
 * proof/soak/hostile: commands whose types lie. Each is a good command with one field replaced by a value that no
 * field of that kind may have. Values are named (`!NaN`), because JSON cannot carry most of them and a run must be
 * written to a file.
 */
import type { Command } from '../../sim/core/command.ts';
import { invariant } from '../../spec/result.ts';
import { below, pick, type Stream } from './stream.ts';

/** Throws where anything tries to make a number or a text of it. */
const UNWILLING = {
  valueOf(): never {
    throw new Error('a hostile value was converted');
  },
  toString(): never {
    throw new Error('a hostile value was converted');
  },
};

const VALUES: Readonly<Record<string, unknown>> = {
  '!undefined': undefined,
  '!null': null,
  '!NaN': Number.NaN,
  '!Infinity': Number.POSITIVE_INFINITY,
  '!-Infinity': Number.NEGATIVE_INFINITY,
  '!0.5': 0.5,
  '!-1': -1,
  '!2^53': 2 ** 53,
  '!2^53-1': 2 ** 53 - 1,
  '!1e300': 1e300,
  '!text': 'text',
  '!empty': '',
  '!digit': '1',
  '!proto': '__proto__',
  '!constructor': 'constructor',
  '!true': true,
  '!list': [1],
  '!empty-list': [],
  '!record': {},
  '!bigint': 1n,
  '!symbol': Symbol('hostile'),
  '!function': () => 1,
  '!unwilling': UNWILLING,
  '!triple': [1_000_000, 0, 0],
  '!holes': new Array(2),
  '!long': Array.from({ length: 1_001 }, (_, index) => index),
  '!descending': [1, 0],
  '!twice': [0, 0],
};

type Names = readonly [string, ...string[]];

const NO_RECORD: Names = ['!undefined', '!null', '!0.5', '!text', '!true', '!function', '!symbol'];
const NO_COUNT: Names = [
  ...NO_RECORD,
  '!NaN',
  '!Infinity',
  '!-1',
  '!2^53',
  '!1e300',
  '!digit',
  '!list',
  '!empty-list',
  '!record',
  '!bigint',
  '!unwilling',
];
/** A negative price or size is an integer, but none that is allowed. */
const NO_WORD: Names = [...NO_COUNT, '!empty', '!proto', '!constructor'];
const NO_FLAG: Names = ['!undefined', '!null', '!0.5', '!digit', '!text', '!record', '!symbol', '!unwilling'];
const NO_MOMENT: Names = [
  '!null',
  '!NaN',
  '!-Infinity',
  '!0.5',
  '!-1',
  '!2^53',
  '!2^53-1',
  '!digit',
  '!true',
  '!unwilling',
];
const NO_TEXT: Names = ['!undefined', '!null', '!-1', '!true', '!list', '!record', '!bigint', '!symbol', '!unwilling'];
const NO_PAYOUT: Names = [...NO_COUNT, '!triple', '!holes', '!long', '!descending', '!twice'];
const NO_MARKETS: Names = [
  ...NO_RECORD,
  '!digit',
  '!empty-list',
  '!record',
  '!holes',
  '!long',
  '!descending',
  '!twice',
];

/** Fields of each kind of command, by path, and what none of them may be. */
const FIELDS: Readonly<Record<Command['kind'], readonly (readonly [path: string, values: Names])[]>> = {
  'list-market': [
    ['terms', [...NO_RECORD, '!record']],
    ['terms.tick', NO_COUNT],
    ['terms.minSize', NO_COUNT],
    ['terms.fee', [...NO_RECORD, '!record']],
    ['terms.fee.rate', NO_COUNT],
    ['terms.fee.exponent', NO_COUNT],
    ['terms.fee.takerOnly', NO_FLAG],
    ['terms.delayMs', [...NO_COUNT, '!2^53-1']],
  ],
  'open-wallet': [],
  deposit: [
    ['wallet', NO_COUNT],
    ['amount', NO_COUNT],
  ],
  split: [
    ['wallet', NO_COUNT],
    ['market', NO_COUNT],
    ['size', NO_COUNT],
  ],
  merge: [
    ['wallet', NO_COUNT],
    ['market', NO_COUNT],
    ['size', NO_COUNT],
  ],
  redeem: [
    ['wallet', NO_COUNT],
    ['market', NO_COUNT],
  ],
  place: [
    ['wallet', NO_COUNT],
    ['key', NO_COUNT],
    ['market', NO_COUNT],
    ['outcome', NO_COUNT],
    ['side', NO_WORD],
    ['type', NO_WORD],
    ['price', NO_COUNT],
    ['size', NO_COUNT],
    ['postOnly', NO_FLAG],
    ['expiresAt', NO_MOMENT],
    ['salt', NO_TEXT],
  ],
  cancel: [
    ['wallet', NO_COUNT],
    ['order', NO_COUNT],
  ],
  heartbeat: [['key', NO_COUNT]],
  'pause-market': [['market', NO_COUNT]],
  'resume-market': [['market', NO_COUNT]],
  'close-market': [['market', NO_COUNT]],
  'resolve-market': [
    ['market', NO_COUNT],
    ['payout', NO_PAYOUT],
    ['payout.0', NO_COUNT],
    ['payout.1', NO_COUNT],
  ],
  'change-tick': [
    ['market', NO_COUNT],
    ['tick', NO_COUNT],
  ],
  'group-markets': [
    ['markets', NO_MARKETS],
    ['markets.0', NO_COUNT],
  ],
  convert: [
    ['wallet', NO_COUNT],
    ['group', NO_COUNT],
    ['markets', NO_MARKETS],
    ['markets.0', NO_COUNT],
    ['size', NO_COUNT],
  ],
  'disturb-settlement': [
    ['trade', NO_COUNT],
    ['outcome', NO_WORD],
  ],
};

/** The command with one field, or its kind, or all of it replaced by the name of a hostile value. */
export function malform(command: Command, stream: Stream): unknown {
  const fields = FIELDS[command.kind];
  const roll = below(stream, fields.length + 1);
  const field = fields[roll];
  if (field !== undefined) return replaced(command, field[0].split('.'), pick(stream, field[1]));
  return below(stream, 2) === 0 ? pick(stream, NO_RECORD) : { ...command, kind: pick(stream, NO_WORD) };
}

function replaced(value: unknown, path: readonly string[], name: string): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return name;
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === key ? replaced(item, rest, name) : item));
  const fields = { ...(value as Readonly<Record<string, unknown>>) };
  return { ...fields, [key]: replaced(fields[key], rest, name) };
}

/** The command that is meant: names of hostile values become the values. */
export function unmasked(template: unknown): Command {
  return unmask(template) as Command;
}

function unmask(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('!')) {
    invariant(Object.hasOwn(VALUES, value), `hostile value ${value} is known`);
    return VALUES[value];
  }
  if (Array.isArray(value)) return value.map(unmask);
  if (typeof value !== 'object' || value === null) return value;
  const fields: Record<string, unknown> = { ...value };
  for (const key of Object.keys(fields)) fields[key] = unmask(fields[key]);
  return fields;
}

/** Whether a template names a hostile value anywhere. */
export function isHostile(template: unknown): boolean {
  if (typeof template === 'string') return template.startsWith('!');
  return typeof template === 'object' && template !== null && Object.values(template).some(isHostile);
}
