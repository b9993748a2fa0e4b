/** proof/determinism/conditions: conditions that may differ between machines or runs and must not change a result. */
/** A version of Node.js: that of the project, the oldest in `engines`, or the newest. */
export type Runtime = 'node-22' | 'node-24' | 'node-26';

export type Condition = Readonly<{
  name: string;
  runtime: Runtime;
  flags?: readonly string[];
  environment?: Readonly<Record<string, string>>;
  elsewhere?: true;
  /** Runs the TypeScript sources instead of the compiled JavaScript. */
  sources?: true;
}>;

/** Every other condition is compared with this one. */
export const REFERENCE: Condition = {
  name: 'Node 24 from sources, UTC, plain C locale',
  runtime: 'node-24',
  sources: true,
};

const KATHMANDU = { TZ: 'Asia/Kathmandu' };
const NEWFOUNDLAND = { TZ: 'America/St_Johns' };
const TURKISH = { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
const GERMAN = { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' };

export const CONDITIONS: readonly Condition[] = [
  { name: 'compiled', runtime: 'node-24' },
  { name: 'Turkish in Kathmandu', runtime: 'node-24', environment: { ...TURKISH, ...KATHMANDU } },
  { name: 'German in Newfoundland', runtime: 'node-24', environment: { ...GERMAN, ...NEWFOUNDLAND } },
  { name: 'hash seed 1, another folder', runtime: 'node-24', flags: ['--hash-seed=1'], elsewhere: true },
  {
    name: 'hash seed 424242, small heap and stack, collected often',
    runtime: 'node-24',
    flags: ['--hash-seed=424242', '--max-old-space-size=96', '--stack-size=400', '--gc-interval=2000'],
  },
  { name: 'never optimised', runtime: 'node-24', flags: ['--no-opt', '--no-maglev', '--no-sparkplug'] },
  { name: 'optimised at once', runtime: 'node-24', flags: ['--always-turbofan', '--no-lazy'] },
  { name: 'only interpreted', runtime: 'node-24', flags: ['--jitless'] },
  { name: 'Node 22 from sources', runtime: 'node-22', sources: true },
  {
    name: 'Node 22, Turkish, optimised at once',
    runtime: 'node-22',
    flags: ['--always-turbofan'],
    environment: TURKISH,
  },
  { name: 'Node 26 from sources', runtime: 'node-26', sources: true },
  { name: 'Node 26, German, only interpreted', runtime: 'node-26', flags: ['--jitless'], environment: GERMAN },
];

/** Differs from the reference in everything that a plant reads. */
export const OPPOSITE: Condition = {
  name: 'everything different at once',
  runtime: 'node-22',
  flags: ['--jitless', '--max-old-space-size=96', '--hash-seed=9'],
  environment: { ...TURKISH, ...KATHMANDU, NODE_ENV: 'production', DEBUG: '*' },
  elsewhere: true,
};
