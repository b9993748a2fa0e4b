/**
 * conformance/evidence/excerpt: short texts of values, responses and places for findings, and the object that a finding
 * is about.
 */

import { isObject, type JsonObject, objectAt, parseJson } from '../../base/json.ts';
import { pointed, pointerOf } from '../../base/json-pointer.ts';
import { type Request, requestTarget } from '../../wire/message.ts';
import type { Exchange } from '../check.ts';

/** Text cut at `max` characters, with the number of those left out. Keeps nothing of the long text in memory. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : `${copyOf(text.slice(0, max))}... (${text.length - max} more characters)`;
}

/** A copy of a part of a text, because a slice keeps the whole original in memory. */
export function copyOf(slice: string): string {
  return slice.split('').join('');
}

/** The pointer without a row that was not found, which has the index -1. */
export function placeIn(pointer: string): string {
  return pointer.replace(/\/-\d+(?:\/.*)?$/, '');
}

/** An expectation computed from a value that is no number, or is missing, in words. */
export function inWords(expected: string): string {
  return expected.replaceAll(/\bNaN\b/g, 'a number').replaceAll(/\bundefined\b/g, 'a value');
}

/** The pointer with numbers as `*`: rows of one list that are wrong in the same way share it. */
export function pointerShape(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

/** A value as JSON, at most about `max` characters of it. */
export function describe(value: unknown, max = 200): string {
  if (value === undefined) return 'missing';
  const parts: string[] = [];
  let room = max;
  const put = (text: string) => {
    parts.push(text.slice(0, Math.max(room, 0)));
    room -= text.length;
  };
  const write = (node: unknown) => {
    if (room <= 0) return;
    if (typeof node === 'string') put(JSON.stringify(node.slice(0, room + 1)));
    else if (typeof node !== 'object' || node === null) put(Number.isNaN(node) ? 'not a number' : String(node));
    else if (Array.isArray(node)) writeAll('[', ']', node, write);
    else {
      writeAll('{', '}', Object.keys(node), (key) => {
        put(`${JSON.stringify(key)}:`);
        write((node as Readonly<Record<string, unknown>>)[key as string]);
      });
    }
  };
  const writeAll = (open: string, close: string, items: readonly unknown[], each: (item: unknown) => void) => {
    put(open);
    for (let index = 0; index < items.length && room > 0; index += 1) {
      if (index > 0) put(',');
      each(items[index]);
    }
    put(close);
  };
  write(value);
  return room < 0 ? `${parts.join('')}...` : parts.join('');
}

/** `GET $TARGET/markets?limit=5` */
export function requestLine(request: Request): string {
  return `${request.method} $TARGET${cut(requestTarget(request), 500)}`;
}

/** The fields of an order or a cancel that explain its effect. */
const ORDER_FIELDS = ['side', 'makerAmount', 'takerAmount', 'tokenId', 'orderType', 'postOnly', 'orderId'];
/** Characters of one of them, and of the response to a write. */
const FIELD_LENGTH = 80;
const REPLY_LENGTH = 160;

/** `POST $TARGET/order {"side":"BUY",...} -> 200 {"success":true,...}` */
export function writeLine(request: Request, response?: Exchange): string {
  const body = typeof request.body === 'string' ? parseJson(request.body) : undefined;
  const fields = isObject(body) ? { ...objectAt(body, 'order'), ...body } : {};
  const shown = Object.entries(fields).filter(
    ([name, value]) => ORDER_FIELDS.includes(name) && typeof value !== 'object',
  );
  const text = shown.map(([name, value]) => `${JSON.stringify(name)}:${describe(value, FIELD_LENGTH)}`).join(',');
  const reply = response === undefined ? '' : ` -> ${response.status} ${cut(response.text, REPLY_LENGTH)}`;
  return `${requestLine(request)}${text === '' ? '' : ` {${text}}`}${reply}`;
}

/** `400 application/json {"error":"..."}` */
export function responseLine(exchange: Exchange): string {
  const type = cut(exchange.headers['content-type'] ?? 'no content type', 100);
  return `${exchange.status} ${type} ${cut(exchange.text, 300)}`.trimEnd();
}

/** Characters of the excerpt, and of one member. A member is longer than any secret, so that none is cut. */
const OBJECT_LENGTH = 500;
const MEMBER_LENGTH = 120;
const MEMBERS = 100;

/** The innermost object at a pointer; undefined for the whole response, which a finding shows anyway. */
export function citedObject(json: unknown, pointer: string): string | undefined {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (let depth = steps.length; depth >= 0 && steps.length > 0; depth -= 1) {
    const { value } = pointed(json, pointerOf(steps.slice(0, depth)));
    if (isObject(value)) return excerptOf(value, steps[depth]);
  }
  return undefined;
}

/** `{"id":"7",>>> "size":"810" <<<,"price":0.4,...}` */
function excerptOf(object: JsonObject, member: string | undefined): string {
  const shown = (key: string) => `${JSON.stringify(key)}:${describe(object[key], MEMBER_LENGTH)}`;
  const isThere = member !== undefined && Object.keys(object).includes(member);
  const marked = member === undefined ? '' : `>>> ${isThere ? shown(member) : `no ${JSON.stringify(member)}`} <<<`;
  const keys = Object.keys(object);
  const parts: string[] = [];
  let room = OBJECT_LENGTH - marked.length;
  for (const key of keys.slice(0, MEMBERS)) {
    const part = key === member ? marked : shown(key);
    if (key !== member) room -= part.length + 1;
    if (room < 0) break;
    parts.push(part);
  }
  if (parts.length < keys.length) parts.push('...');
  return `{${(marked === '' || parts.includes(marked) ? parts : [...parts, marked]).join(',')}}`;
}
