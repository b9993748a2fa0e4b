/** sim/param-value: the value of a query or path parameter. A number of any length is valid within its bounds. */
import { assertNever, ok, type Result, refuse } from '../base/result.ts';
import { AUTH_HEADERS } from '../spec/auth.ts';
import { CONDITION_ID } from '../spec/params.ts';
import type { Param } from '../spec/route.ts';

export type ParamValue = string | number | boolean | readonly string[];

const INTEGER = /^-?\d+$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const SECONDS = /^\d{1,12}$/;
const ADDRESS = AUTH_HEADERS.find((header) => header.name === 'SVC_ADDRESS')?.pattern ?? /^$/;

/** The value, or the rule that the text breaks, worded to follow the parameter's name. */
export function parseParam(param: Param, text: string): Result<ParamValue, string> {
  switch (param.type) {
    case 'integer':
      return INTEGER.test(text) ? bounded(param, exact(Number(text))) : refuse('must be an integer');
    case 'number':
      return NUMBER.test(text) ? bounded(param, Number(text)) : refuse('must be a number');
    case 'boolean':
      return text === 'true' || text === 'false' ? ok(text === 'true') : refuse('must be true or false');
    case 'unix-seconds':
      return SECONDS.test(text) ? ok(Number(text)) : refuse('must be a Unix timestamp in whole seconds');
    case 'address':
      return ADDRESS.test(text) ? ok(text) : refuse('must be a wallet address: 0x and 40 hexadecimal digits');
    case 'conditions':
      return parseConditions(text);
    case 'cursor':
      return ok(text);
    case 'string':
      return param.repeated ? parseTexts(param, text) : parseText(param, text);
    default:
      return assertNever(param.type);
  }
}

function parseConditions(text: string): Result<readonly string[], string> {
  const ids = text.split(',').filter((id) => id !== '');
  if (ids.every((id) => CONDITION_ID.test(id))) return ok(ids);
  return refuse('must be condition ids, 0x and 64 hexadecimal digits each, separated by commas');
}

/** An integer beyond the safe range becomes the last safe one, which is past every list and names no id. */
function exact(value: number) {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(value, Number.MAX_SAFE_INTEGER)) || 0;
}

/** A count of rows is never negative, even without a stated minimum. An id without a bound may be any integer. */
function bounded(param: Param, value: number): Result<number, string> {
  const isCount = param.name === 'limit' || param.name === 'offset';
  const min = param.min ?? (isCount ? 0 : -Infinity);
  if (value < min) return refuse(`must not be less than ${min}`);
  if (param.max !== undefined && value > param.max) return refuse(`must not be more than ${param.max}`);
  return ok(value);
}

function parseTexts(param: Param, text: string): Result<readonly string[], string> {
  const texts = text.split(',').filter((item) => item !== '');
  const wrong = texts.map((item) => parseText(param, item)).find((item) => !item.ok);
  return wrong === undefined || wrong.ok ? ok(texts) : wrong;
}

function parseText(param: Param, text: string): Result<string, string> {
  if (param.members !== undefined && !param.members.includes(text)) {
    return refuse(`must be one of ${param.members.join(', ')}`);
  }
  if (param.maxLength !== undefined && isLonger(text, param.maxLength)) {
    return refuse(`must not be longer than ${param.maxLength} characters`);
  }
  return ok(text);
}

/** Whether a text has more code points than `max`: at most one per UTF-16 unit. */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && [...text].length > max;
}
