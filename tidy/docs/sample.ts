/** tidy/docs/sample: the kinds of blocks in documents, and the comparison of shown with printed output. */
import type { Block } from '../blocks.ts';

/** The kinds of blocks, and how each is tested. A block of another kind fails. */
const KINDS = {
  sh: 'every command runs, in this order, and ends with the stated exit code',
  'sh elsewhere': 'needs other machines or programs: commands and flags of touchstone exist',
  'text output': 'equals the standard output, or the errors, of all commands (or of the program) in the block before',
  'text elsewhere': 'output that needs other machines or a defect: only people read it',
  'text notation': 'a form, a list or a map: only people read it',
  ts: 'a program: runs, and prints the output after it or nothing; its types are checked in package.test',
  'ts file': 'a file for another program: its types are checked in package.test',
  'js file': 'a file of a test suite: three test runners run it in package.test, this one in client-tests.test',
  'python file': 'a test program: python3 runs it in package.test',
  'js server': 'a server that prints its address: runs while the commands run',
  yaml: 'a file with its name in the first line: follows its schema, and the commands can read it',
  csv: 'a file with its name in the info string: the commands can read it',
  'python elsewhere': 'needs another program: only people read it',
  'ts elsewhere': 'a part of a program: only people read it',
  'ts client': 'a program that uses a package with types of browsers: runs like ts, but is not type-checked',
};

export type Kind = keyof typeof KINDS;

/** The kind of a block; undefined if it has none. */
export function kindOf({ language, note }: Block): Kind | undefined {
  const kind = language === 'csv' || note === '' ? language : `${language} ${note}`;
  return Object.keys(KINDS).find((known): known is Kind => known === kind);
}

/** Blocks of a kind, each with the output that the document shows below it. */
export function withOutputs(
  blocks: readonly Block[],
  kind: Kind,
): readonly { readonly block: Block; readonly output: Block | undefined }[] {
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    const output = next !== undefined && kindOf(next) === 'text output' ? next : undefined;
    return kindOf(block) === kind ? [{ block, output }] : [];
  });
}

/** The lines of blocks without a kind, and of outputs that follow no commands and no program. */
export function unexpectedBlocks(blocks: readonly Block[]): readonly number[] {
  const outputs = [...withOutputs(blocks, 'sh'), ...withOutputs(blocks, 'ts'), ...withOutputs(blocks, 'ts client')].map(
    ({ output }) => output,
  );
  const isUnexpected = (block: Block) =>
    kindOf(block) === undefined || (kindOf(block) === 'text output' && !outputs.includes(block));
  return blocks.filter(isUnexpected).map(({ line }) => line);
}

/** Whether a program printed just the sample. `...` stands for text within a line, or alone for any lines. */
export function isSampleOf(sample: string, printed: string): boolean {
  return new RegExp(`^${sample.trimEnd().split('\n').map(linePattern).join('')}$`).test(`${printed.trimEnd()}\n`);
}

function linePattern(line: string) {
  if (line.trim() === '...') return '(?:.*\\n)*';
  const parts = line.trimEnd().split('...');
  return `${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')} *\\n`;
}
