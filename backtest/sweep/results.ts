/** backtest/sweep/results: the results of trials in any order, and the profits of their points in whole numbers. */
import { getOrAdd } from '../../base/record.ts';
import { invariant } from '../../base/result.ts';
import { type Moments, momentsOf } from './deflated-sharpe.ts';
import type { CompleteTrial, SweepSettings, TrialFigures } from './settings.ts';
import { numberOf, type Phase, trialOf, trialsOfPoint } from './trials.ts';

export type Unread = { readonly names: ReadonlySet<string>; readonly read: ReadonlySet<string> };

export class SweepResults {
  readonly settings: SweepSettings;
  readonly #byNumber = new Map<number, TrialFigures>();
  readonly #sums = new Map<number, { readonly totals: Float64Array; missing: number }>();
  readonly #moments = new Map<number, Moments | undefined>();
  readonly #tests = new Map<number, Float64Array>();
  /** Parameters that no trial has read so far; undefined before the first trial. */
  #unreadNames: Set<string> | undefined;
  readonly #readNames = new Set<string>();
  #ownPeriod: CompleteTrial['period'] | undefined;

  constructor(settings: SweepSettings) {
    this.settings = settings;
  }

  get count(): number {
    return this.#byNumber.size;
  }

  get period(): CompleteTrial['period'] {
    return this.#ownPeriod ?? 'minute';
  }

  has(number: number): boolean {
    return this.#byNumber.has(number);
  }

  get(number: number): TrialFigures {
    const figures = this.#byNumber.get(number);
    invariant(figures !== undefined, `trial ${number} has ended`);
    return figures;
  }

  /** All trials in order of their numbers. */
  entries(): readonly (readonly [number, TrialFigures])[] {
    return [...this.#byNumber].sort(([one], [other]) => one - other);
  }

  fail(number: number, message: string): void {
    this.#byNumber.set(number, { end: 'failed', message });
  }

  add(number: number, { profits, period, unread, ...figures }: CompleteTrial): void {
    this.#byNumber.set(number, figures);
    this.#ownPeriod ??= period;
    this.#note(unread);
    this.#sum(number, profits);
  }

  /** The parameters that no trial read, and those that some trial read beside them. */
  get unread(): Unread {
    return { names: this.#unreadNames ?? new Set(), read: this.#readNames };
  }

  /** Of the mean returns of a point over seeds and markets; undefined if a trial failed or returns do not vary. */
  momentsOf(phase: Phase, window: number, point: number): Moments | undefined {
    return this.#moments.get(this.#keyOf(phase, window, point));
  }

  /** Micro dollars by period, over all trials of a point in a test span; undefined unless all of them completed. */
  testProfits(window: number, point: number): Float64Array | undefined {
    return this.#tests.get(this.#keyOf('test', window, point));
  }

  #keyOf(phase: Phase, window: number, point: number) {
    return numberOf(this.settings, { phase, window, point, seed: 0, set: 0 });
  }

  #note(unread: CompleteTrial['unread']) {
    const names = unread?.names ?? [];
    this.#unreadNames = new Set(names.filter((name) => this.#unreadNames?.has(name) ?? true));
    for (const name of unread?.read ?? []) this.#readNames.add(name);
  }

  #sum(number: number, profits: readonly number[]) {
    const { phase, window, point } = trialOf(this.settings, number);
    const key = this.#keyOf(phase, window, point);
    const trials = trialsOfPoint(this.settings);
    const make = () => ({ totals: new Float64Array(profits.length), missing: trials });
    const sum = getOrAdd(this.#sums, key, make);
    const { totals } = sum;
    for (const [index, profit] of profits.entries()) totals[index] = (totals[index] as number) + profit;
    sum.missing -= 1;
    if (sum.missing > 0) return;
    this.#sums.delete(key);
    const capital = this.settings.assumptions.deposit * trials;
    this.#moments.set(key, momentsOf(Array.from(totals, (total) => total / capital)));
    if (phase === 'test') this.#tests.set(key, totals);
  }
}
