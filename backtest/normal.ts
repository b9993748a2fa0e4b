/** backtest/normal: the normal distribution (error below 1e-12) and its inverse (1e-10), same bits on every machine. */
import { exp } from './exact-math.ts';

const ROOT_TWO_PI = 2.506_628_274_631_000_2;
/** Below, the series loses digits, and the continued fraction converges fast. */
const TAIL = -3;
const FRACTIONS = 60;
const TERMS_MAX = 200;
/** Quantiles are searched between minus and plus this much. */
const BOUND = 40;
const HALVINGS = 120;

function normalDensity(x: number) {
  return exp((-x * x) / 2) / ROOT_TWO_PI;
}

export function normalProbability(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 0) return 1 - normalProbability(-x);
  if (x < -BOUND) return 0;
  return x < TAIL ? lowerTail(-x) : nearMiddle(x);
}

/** 1/2 + density * (x + x^3/3 + x^5/(3*5) + ...). */
function nearMiddle(x: number): number {
  let term = x;
  let sum = x;
  for (let odd = 3; odd < TERMS_MAX && sum + term !== sum - term; odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return 0.5 + normalDensity(x) * sum;
}

/** density / (x + 1/(x + 2/(x + 3/...))), the probability beyond `x`. */
function lowerTail(x: number): number {
  let below = x;
  for (let level = FRACTIONS; level >= 1; level -= 1) below = x + level / below;
  return normalDensity(x) / below;
}

/** The value that a standard normal variable does not exceed with probability `p`: infinite at 0 and 1. */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return NaN;
  if (p === 0) return -Infinity;
  // Small probabilities have more digits than those near 1.
  if (p > 0.5) return p === 1 ? Infinity : -normalQuantile(1 - p);
  let [low, high] = [-BOUND, 0];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (normalProbability(middle) < p) low = middle;
    else high = middle;
  }
  return high + 0;
}
