/** conformance/evidence/cited-object: the object that a finding is about, with its differing member marked. */
import { isObject, type JsonObject } from '../../base/json.ts';
import { pointed, pointerOf } from '../../base/json-pointer.ts';
import { describe } from './excerpt.ts';

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
