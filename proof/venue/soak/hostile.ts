/** proof/venue/soak/hostile: valid commands with one hostile value, by name (`!NaN`), as JSON lacks most of them. */
import { invariant } from '../../../base/result.ts';
import { below, pick, type Some, type Stream } from '../../../model/draws.ts';
import type { Command } from '../../../spec/venue/command.ts';

function convert(): never {
  throw new Error('a hostile value was converted');
}
const UNWILLING = { valueOf: convert, toString: convert };

const VALUES: Readonly<Record<string, unknown>> = {
  '!undefined': undefined,
  '!null': null,
  '!NaN': Number.NaN,
  '!Infinity': Infinity,
  '!-Infinity': -Infinity,
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

type Names = Some<string>;

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

type Fields = readonly (readonly [path: string, values: Names])[];

function counts(paths: string): Fields {
  return paths.split(' ').map((path) => [path, NO_COUNT]);
}

/** Fields of each kind of command by path, and values that they may not have. */
const FIELDS: Readonly<Record<Command['kind'], Fields>> = {
  'list-market': [
    ['terms', [...NO_RECORD, '!record']],
    ...counts('terms.tick terms.minSize'),
    ['terms.fee', [...NO_RECORD, '!record']],
    ...counts('terms.fee.rate terms.fee.exponent'),
    ['terms.fee.takerOnly', NO_FLAG],
    ['terms.delayMs', [...NO_COUNT, '!2^53-1']],
  ],
  'open-wallet': [],
  deposit: counts('wallet amount'),
  split: counts('wallet market size'),
  merge: counts('wallet market size'),
  redeem: counts('wallet market'),
  place: [
    ...counts('wallet key market outcome'),
    ['side', NO_WORD],
    ['type', NO_WORD],
    ...counts('price size'),
    ['postOnly', NO_FLAG],
    ['expiresAt', NO_MOMENT],
    ['salt', NO_TEXT],
  ],
  cancel: counts('wallet order'),
  heartbeat: counts('key'),
  'pause-market': counts('market'),
  'resume-market': counts('market'),
  'close-market': counts('market'),
  'resolve-market': [...counts('market'), ['payout', NO_PAYOUT], ...counts('payout.0 payout.1')],
  'change-tick': counts('market tick'),
  'group-markets': [['markets', NO_MARKETS], ...counts('markets.0')],
  convert: [...counts('wallet group'), ['markets', NO_MARKETS], ...counts('markets.0 size')],
  'disturb-settlement': [...counts('trade'), ['outcome', NO_WORD]],
  transfer: counts('wallet to amount'),
  note: [['text', NO_TEXT]],
};

/** Replaces one field, the kind, or the whole command by the name of a hostile value. */
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

export function isHostile(template: unknown): boolean {
  if (typeof template === 'string') return template.startsWith('!');
  return typeof template === 'object' && template !== null && Object.values(template).some(isHostile);
}
