/** tidy/walls: which room may import which, type-only imports included. The linter checks the same in editors. */
import { forbid, isTest, isTypeScript, type Rule, roomOf } from './rule.ts';
import { codeOf, type Import, importsOf, type SourceFile } from './source.ts';

/** Rooms to the left of each room; a file imports from its own room and from these. Tests may import anything. */
const LEFT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  spec: ['base'],
  model: ['base', 'spec'],
  wire: ['base', 'spec'],
  sim: ['base', 'spec', 'wire'],
  lease: ['base', 'spec'],
  scenarios: ['base', 'spec', 'lease', 'model', 'wire', 'sim'],
  backtest: ['base', 'spec', 'lease', 'wire', 'sim'],
  conformance: ['base', 'spec', 'lease', 'model', 'wire', 'sim', 'scenarios'],
  reports: ['base', 'spec', 'wire', 'sim', 'scenarios', 'backtest', 'conformance'],
  proof: ['base', 'spec', 'lease', 'model', 'wire', 'sim', 'scenarios', 'backtest', 'conformance', 'reports'],
  cli: ['base', 'spec', 'lease', 'model', 'wire', 'sim', 'scenarios', 'backtest', 'conformance', 'reports', 'proof'],
};

function offendingImports(
  id: string,
  applies: (path: string) => boolean,
  isAllowed: (used: Import, path: string) => boolean,
  advice: string,
): Rule {
  const offencesOf = (file: SourceFile) =>
    importsOf(file)
      .filter((used) => !isAllowed(used, file.path))
      .map((used) => `${file.path}:${used.line}: imports ${used.specifier}: ${advice}`);
  const isSubject = ({ path }: SourceFile) => isTypeScript(path) && !isTest(path) && applies(path);
  return { id, offences: (files) => files.filter(isSubject).flatMap(offencesOf) };
}

/** Fixtures are parts of tests, which share the worlds and the oracles of `proof/`. */
function roomsFor(path: string): readonly string[] {
  const rooms = [roomOf(path), ...(LEFT[roomOf(path)] ?? [])];
  return path.includes('/fixtures/') ? [...rooms, 'proof'] : rooms;
}

const roomsInOneDirection = offendingImports(
  'rooms-in-one-direction',
  (path) => roomOf(path) in LEFT,
  ({ target }, path) => target === undefined || roomsFor(path).includes(roomOf(target)),
  'a room imports only from itself and the rooms to its left',
);

const coreStandsAlone = offendingImports(
  'core-stands-alone',
  (path) => path.startsWith('sim/core/'),
  ({ target }) => target !== undefined && /^(?:sim\/core|spec|base(?!\/rng\.ts$))\//.test(target),
  'sim/core imports only spec/, base/ without its chance, and itself',
);

const simulatorDoesNotSign = offendingImports(
  'simulator-does-not-sign',
  (path) => path.startsWith('sim/') && !path.includes('/fixtures/'),
  ({ target }) => target === undefined || !/^wire\/(?:clob-signer\/|signer\.ts$)/.test(target),
  'the simulator verifies signatures with its own code, so that each side tests the other',
);

const routesReadValuesOfProfiles = forbid(
  'routes-read-values-of-profiles',
  (path) => /^sim\/(?:routes|views)\//.test(path) && isTypeScript(path) && !isTest(path),
  (text) => codeOf(text, 'blank'),
  [/\bprofile\s*\??\.\s*name\b/g],
  'a profile is data: read the value that differs, not the name of the profile',
);

/** Modules of the checks and their runner, behind the same wall. */
const CHECK_CONTRACT = ['check.ts', 'roles.ts', 'check-ids.generated.ts', 'counterexample.ts'].map(
  (name) => `conformance/${name}`,
);

const oraclesSeeOnlyTheCore = offendingImports(
  'oracles-see-only-the-core',
  (path) => path.startsWith('proof/venue/oracle/'),
  ({ target }) => target !== undefined && /^(?:proof\/venue\/oracle|sim\/core|model|spec|base)\//.test(target),
  'an oracle of the engine imports only base/, spec/, model/, sim/core/ and other oracles',
);

/** Properties know the naive venue, too. */
const checksSeeOnlyTheWire = offendingImports(
  'checks-see-only-the-wire',
  (path) =>
    (/^conformance\/(?:checks|properties)\//.test(path) && !path.includes('/fixtures/')) ||
    CHECK_CONTRACT.includes(path),
  ({ target }, path) =>
    target === undefined ||
    /^(?:base|spec|wire|conformance\/checks)\//.test(target) ||
    (path.startsWith('conformance/properties/') && /^(?:model|conformance\/properties)\//.test(target)) ||
    CHECK_CONTRACT.includes(target),
  'a check that can see the simulator cannot judge another implementation',
);

/** `--help` loads these files and no others. */
const HELP_ROOT = 'cli/program.ts';

/** Follows static value imports from the command list: help must not load schemas, the simulator or the checks. */
const helpStaysLight: Rule = {
  id: 'help-stays-light',
  offences: (files) => {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const seen = new Set<string>();
    const visit = (path: string): string[] => {
      const file = byPath.get(path);
      if (file === undefined || seen.has(path)) return [];
      seen.add(path);
      return importsOf(file)
        .filter(({ isTypeOnly, isDynamic }) => !isTypeOnly && !isDynamic)
        .flatMap(({ specifier, target, line }) => {
          if (target !== undefined && ['cli', 'base'].includes(roomOf(target))) return visit(target);
          const isLight = specifier === '@commander-js/extra-typings' || specifier.startsWith('node:');
          return isLight ? [] : [`${path}:${line}: imports ${specifier}: import it inside the action`];
        });
    };
    return visit(HELP_ROOT);
  },
};

/** Programs that `touchstone mutants --core` and `npm run determinism` start. */
const PROOF_PROGRAM = /^proof\/(?:venue\/mutants|determinism)\/(?:main|worker|driver)\.ts$/;

/** Fixtures may be programs that a test starts. */
const onlyTheDoorTouchesTheWorld = forbid(
  'only-cli-prints-and-exits',
  (path) =>
    isTypeScript(path) &&
    !isTest(path) &&
    !path.includes('/fixtures/') &&
    !PROOF_PROGRAM.test(path) &&
    roomOf(path) in LEFT &&
    roomOf(path) !== 'cli',
  (text) => codeOf(text, 'blank'),
  [/\bconsole\s*\./g, /\bprocess\.(?:exit|exitCode|argv|env|stdout|stderr|on)\b/g],
  'only cli/ prints, exits, reads flags and environment',
);

export const walls: readonly Rule[] = [
  roomsInOneDirection,
  coreStandsAlone,
  simulatorDoesNotSign,
  routesReadValuesOfProfiles,
  oraclesSeeOnlyTheCore,
  checksSeeOnlyTheWire,
  helpStaysLight,
  onlyTheDoorTouchesTheWorld,
];
