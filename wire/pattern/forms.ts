/** wire/pattern/forms: the values of `$type`: the types of JSON, and the forms of texts in the interface. */
import { isIsoMoment } from '../../base/iso-moment.ts';
import { isObject } from '../../base/json.ts';
import { isDecimal } from '../../spec/resources/resource.ts';
import { isChecksummed } from '../checksum.ts';

type Form = { readonly words: string; readonly holds: (value: unknown) => boolean };

function text(words: string, form: RegExp, and: (text: string) => boolean = () => true): Form {
  return { words, holds: (value) => typeof value === 'string' && form.test(value) && and(value) };
}

export const FORMS: ReadonlyMap<string, Form> = new Map([
  ['string', { words: 'a text', holds: (value) => typeof value === 'string' }],
  ['number', { words: 'a number', holds: (value) => typeof value === 'number' }],
  ['integer', { words: 'a whole number', holds: Number.isInteger }],
  ['boolean', { words: 'true or false', holds: (value) => typeof value === 'boolean' }],
  ['object', { words: 'an object', holds: isObject }],
  ['array', { words: 'a list', holds: Array.isArray }],
  ['null', { words: 'null', holds: (value) => value === null }],
  ['iso-time', text('a time as in 2026-01-31T12:00:00Z', /\D/, isIsoMoment)],
  ['decimal', { words: 'a decimal number in a text', holds: (value) => typeof value === 'string' && isDecimal(value) }],
  ['address', text('0x and 40 hex digits', /^0x[0-9a-fA-F]{40}$/)],
  ['checksummed', text('an address in the mixed case of its checksum', /^0x[0-9a-fA-F]{40}$/, isChecksummed)],
  ['uuid', text('a UUID', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i)],
  ['hex', text('0x and hex digits', /^0x[0-9a-fA-F]+$/)],
]);
