/** reports/sweep/short-number: numbers with a few significant digits, never with an exponent. */

export function shortNumber(value: number, significant = 4): string {
  const digits = value === 0 ? 0 : Math.max(0, significant - 1 - Math.floor(Math.log10(Math.abs(value))));
  const text = value.toFixed(Math.min(8, digits));
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text;
}
