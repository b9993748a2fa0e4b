/** tidy/manners: names, headers, lengths and words of all files. */
import { forbid, isTest, isTypeScript, type Rule, roomOf } from './rule.ts';
import { codeOf, commentsOf, type SourceFile } from './source.ts';

const ROOMS = 'base spec lease model wire sim scenarios conformance backtest reports proof cli bench docs tidy'.split(
  ' ',
);

const TOP_FILES = [
  ...'.gitignore .npmrc action.yml ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md DETERMINISM.md LICENSE'.split(' '),
  ...'README.md biome.json index.ts knip.json package-lock.json package.json'.split(' '),
  ...'tsconfig.build.json tsconfig.json vitest.config.ts'.split(' '),
];

/** A file longer than this holds two ideas. */
const LINES_MAX = 400;

const isIn = (folder: string) => (path: string) => roomOf(path) === folder;
const isOurText = (path: string) => path !== 'package-lock.json' && !isIn('tidy')(path);

const forbidFiles = (id: string, isBroken: (file: SourceFile) => boolean, advice: string): Rule => ({
  id,
  offences: (files) => files.filter(isBroken).map(({ path }) => `${path}: ${advice}`),
});

const topLevelIsKnown = forbidFiles(
  'top-level-is-known',
  ({ path }) => !(ROOMS.includes(roomOf(path)) || TOP_FILES.includes(path) || /^\.(?:biome|ci)\//.test(path)),
  'put it in a room; only listed files may lie at the top',
);

const SEGMENT = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;

const namesAreKebabCase = forbidFiles(
  'names-are-kebab-case',
  ({ path }) => ROOMS.includes(roomOf(path)) && !path.split('/').every((name) => SEGMENT.test(name)),
  'folders and files are kebab-case',
);

const VAGUE = /(?:^|\/)(?:utils?|helpers?|common|misc|types|manager|stuff)\.ts$/;

const namesSayWhat = forbidFiles('names-say-what', ({ path }) => VAGUE.test(path), 'name the file for the noun inside');

/** Scripts of pages are read as text, so they must run in a browser unchanged. The type checker reads their JSDoc. */
const IN_BROWSER = /^reports\/browser\/[a-z-]+\.js$/;

const codeIsTypeScript = forbidFiles(
  'code-is-typescript',
  ({ path }) => /\.(?:[cm]?jsx?|[cm]ts|tsx)$/.test(path) && !IN_BROWSER.test(path),
  'write it in TypeScript, because the walls and the types cover only .ts files',
);

const headersNameTheRoom: Rule = {
  id: 'headers-name-the-room',
  offences: (files) =>
    files
      .filter(({ path }) => (isTypeScript(path) && !isTest(path)) || IN_BROWSER.test(path))
      .filter(({ path, text }) => !opensWithItsName(path, text))
      .map(({ path }) => `${path}:1: begin with /** ${path.slice(0, -'.ts'.length)}: what it promises */`),
};

function opensWithItsName(path: string, text: string): boolean {
  const opening = text.replace(/^#!.*\n/, '').replace(/^\/\*\*(?: |\n \* )/, '');
  return opening !== text && opening.startsWith(`${path.slice(0, -'.ts'.length)}: `);
}

const filesHoldOneIdea = forbidFiles(
  'files-hold-one-idea',
  ({ path, text }) =>
    isTypeScript(path) && !isTest(path) && !path.endsWith('.generated.ts') && text.split('\n').length > LINES_MAX,
  `more than ${LINES_MAX} lines, split it`,
);

/** The formatter breaks code, not comments and quoted text. Generated files are as their generator writes them. */
const linesFit = forbid(
  'lines-fit',
  (path) => (isTypeScript(path) && !path.endsWith('.generated.ts')) || IN_BROWSER.test(path),
  (text) => text,
  [/^.{121,}/gmu],
  'more than 120 characters: use fewer words, break the text, or name a part of it',
);

/** The change log names files of its time. */
const documentsNameFiles: Rule = {
  id: 'documents-name-files',
  offences: (files) => {
    const paths = files.map(({ path }) => `/${path}`);
    return files
      .filter(({ path }) => path.endsWith('.md') && path !== 'CHANGELOG.md')
      .flatMap(({ path, text }) =>
        Array.from(text.matchAll(/`([\w./-]+\.ts)`/g), ([, name = '']) => name)
          .filter((name) => !paths.some((known) => known.endsWith(`/${name}`)))
          .map((name) => `${path}: there is no file ${name}`),
      );
  },
};

const noFocusedTests = forbid(
  'no-focused-tests',
  (path) => isTest(path) && !isIn('tidy')(path),
  (text) => codeOf(text, 'blank'),
  [/\b(?:it|test|describe|bench)(?:\.\w+)*\.only\b/g, /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|todo)\b/g],
  'the whole suite runs, always',
);

const timersAreGivenBack = forbidFiles(
  'timers-are-given-back',
  ({ path, text }) => {
    const code = isTest(path) && !isIn('tidy')(path) ? codeOf(text, 'blank') : '';
    return /\buseFakeTimers\(/.test(code) && !/\buseRealTimers\b/.test(code);
  },
  'useFakeTimers without useRealTimers: later tests of the file would hang',
);

const nothingIsUnfinished = forbid(
  'nothing-is-unfinished',
  isOurText,
  (text) => text,
  [/\b(?:TODO|FIXME|XXX|HACK)\b/g, /\bfor now\b/gi, /\bnot (?:yet )?implemented\b/gi],
  'finish it, or write down the decision',
);

const noMachinePaths = forbid(
  'no-machine-paths',
  isOurText,
  (text) => text,
  [/(?<![\w.~$}>)-])\/(?:work|tmp|root|home|Users)\/[\w.-]+/g],
  'a path of one machine means nothing on another',
);

const noSharedFolder = forbid(
  'no-outside-folders',
  (path) => isOurText(path) && !isTest(path),
  (text) => text,
  [/\.\.\/shared\b/g],
  'only an optional test may look beside the repository',
);

const isProse = (path: string) => isOurText(path) && /\.(?:ts|md|ya?ml)$/.test(path);

const speaksToItsReader = forbid(
  'speaks-to-its-reader',
  isProse,
  (text) => text,
  [/\bissue #?\d+\b/gi, /\bas (?:requested|asked|instructed)\b/gi, /\bthe (?:brief|task at hand)\b/gi],
  'state what holds and why, not how the work was ordered',
);

const noDeadCode = forbid(
  'no-dead-code',
  (path) => isTypeScript(path) && !isIn('tidy')(path),
  commentsOf,
  [/^\s*\/\/ ?(?:const|let|import|export|return|if \(|for \(|await )[^.]*[;{]\s*$/gm, /@ts-(?:ignore|nocheck)\b/g],
  'delete it; git remembers',
);

/** Objects inherit from a venue; they can read no member with a hash. */
const INHERITED = 'sim/core/venue-engine.ts';

const membersOfOneStyle = forbid(
  'private-members-have-a-hash',
  (path) => isTypeScript(path) && path !== INHERITED,
  (text) => codeOf(text, 'blank'),
  [/^ +private (?!constructor\b)/gm],
  'write #name: nothing outside the class can read it, at run time either',
);

const objectsAreWrittenOut = forbid(
  'objects-are-written-out',
  isTypeScript,
  (text) => codeOf(text, 'blank'),
  [/\.\.\.\{/g, /\.\.\.\[[^[\]]*\](?=[,)\]])/g],
  'write the properties and items where the object or the array is',
);

const lockNamesNoHost = forbid(
  'lock-names-no-host',
  (path) => path === 'package-lock.json',
  (text) => text,
  [/"resolved": "[a-z+]+:[^"]*"/g],
  'the lock file works with any registry',
);

const versionsAreExact = forbid(
  'versions-are-exact',
  (path) => path === 'package.json',
  (text) => text,
  [/"[^"]+": "[\^~][^"]*"/g],
  'pin the version',
);

export const manners: readonly Rule[] = [
  topLevelIsKnown,
  namesAreKebabCase,
  namesSayWhat,
  codeIsTypeScript,
  timersAreGivenBack,
  headersNameTheRoom,
  filesHoldOneIdea,
  linesFit,
  documentsNameFiles,
  noFocusedTests,
  nothingIsUnfinished,
  noMachinePaths,
  noSharedFolder,
  speaksToItsReader,
  noDeadCode,
  membersOfOneStyle,
  objectsAreWrittenOut,
  lockNamesNoHost,
  versionsAreExact,
];
