/** conformance/traffic/sent-params: the parameters of a recorded request, and the faults of their values. */
import type { Param, Route } from '../../spec/route.ts';
import type { Request } from '../../wire/message.ts';

export type SentParams = {
  /** The value of a parameter under any of its names; undefined if it is absent, empty or given twice. */
  value(name: string): string | undefined;
  /** True if the request has the parameter in any form. */
  has(name: string): boolean;
  /** Parameters that the route does not list. */
  readonly unknown: readonly string[];
  /** The decoded parameter of the path; undefined if it is missing, or cannot be decoded. */
  readonly inPath: string | undefined;
};

export function sentParams(route: Route, { path, query }: Request): SentParams {
  const given = new URLSearchParams(query);
  const namesOf = (name: string): readonly string[] => [
    name,
    ...(route.query.find((param) => param.name === name)?.aliases ?? []),
  ];
  const known = new Set(route.query.flatMap(({ name }) => namesOf(name)));
  return {
    value(name) {
      const [value = '', ...others] = namesOf(name).flatMap((spelled) => given.getAll(spelled));
      return others.length > 0 || value === '' ? undefined : value;
    },
    has: (name) => namesOf(name).some((spelled) => given.has(spelled)),
    unknown: [...new Set(given.keys())].filter((name) => !known.has(name)),
    inPath: pathValue(route, path),
  };
}

function pathValue(route: Route, path: string): string | undefined {
  if (route.pathParam === undefined) return undefined;
  try {
    return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  } catch {
    return undefined;
  }
}

/** A value that a service should refuse: the aspect of the clause, and the reason. */
type ValueFault = { readonly aspect: string; readonly why: string };

/** Undefined for an acceptable value, and for one about which the interface is silent. */
export function valueFault(param: Param, value: string): ValueFault | undefined {
  const { name, type, min, max, maxLength, members } = param;
  if (members !== undefined && !members.includes(value)) {
    // Whether letter case counts is left open.
    const isOpen = members.includes(value.toUpperCase());
    return isOpen ? undefined : { aspect: 'enum', why: `${name} takes ${members.join(', ')}` };
  }
  if (maxLength !== undefined && [...value].length > maxLength) {
    return { aspect: 'maxLength.refused', why: `${name} may have ${maxLength} characters` };
  }
  if (type === 'boolean') {
    const isOpen = /^(?:true|false|yes|no|on|off|[01tfyn])$/i.test(value);
    return isOpen ? undefined : { aspect: 'type', why: `${name}=${value} is no boolean` };
  }
  if (type !== 'integer' && type !== 'number') return undefined;
  if (!(type === 'integer' ? /^-?\d{1,15}$/ : /^-?\d{1,15}(?:\.\d+)?$/).test(value)) {
    return /^\s*[+-]?[\d.]+(?:[eE][+-]?\d+)?\s*$/.test(value) && Number.isInteger(Number(value))
      ? undefined
      : { aspect: 'type', why: `${name}=${value} is no ${type}` };
  }
  if (min !== undefined && Number(value) < min) return { aspect: 'min.refused', why: `${value} is out of range` };
  if (max !== undefined && Number(value) > max) return { aspect: 'max.refused', why: `${value} is out of range` };
  return undefined;
}
