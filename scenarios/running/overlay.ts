/** scenarios/running/overlay: changes to the fields of a body. */

/** `body` with the fields of `over`, one level deeper for objects; `null` removes a field. */
export function overlaid(body: Readonly<Record<string, unknown>>, over: unknown): Record<string, unknown> {
  const whole: Record<string, unknown> = { ...body };
  if (!isPlain(over)) return whole;
  for (const [name, value] of Object.entries(over)) {
    const inside = whole[name];
    if (value === null) delete whole[name];
    else whole[name] = isPlain(inside) && isPlain(value) ? overlaid(inside, value) : value;
  }
  return whole;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
