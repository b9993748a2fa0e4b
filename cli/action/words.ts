/** cli/action/words: the inputs of the GitHub action as words of `touchstone check`. */
import { flagWords } from '../deployment/network-words.ts';
import { CliError } from '../exit.ts';

/** Inputs that are flags of the same name. */
const FLAGS = ['credentials', 'profile', 'expect', 'min-coverage', 'baseline'] as const;

export type ActionInputs = Readonly<Record<'url' | 'only' | 'skip' | 'args' | (typeof FLAGS)[number], string>>;

/** The words after `touchstone`. Throws `CliError` for a quote that is not closed. */
export function checkWords(inputs: ActionInputs, reports: Readonly<Record<string, string>>): readonly string[] {
  return [
    'check',
    ...(inputs.url === '' ? [] : [inputs.url]),
    ...FLAGS.flatMap((name) => flagWords({ [name]: inputs[name] || undefined })),
    ...flagWords({
      only: linesOf(inputs.only),
      skip: linesOf(inputs.skip),
      report: Object.entries(reports).map(([format, file]) => `${format}=${file}`),
    }),
    ...splitWords(inputs.args),
  ];
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Words between spaces and line ends. Single and double quotes keep what is between them. */
export function splitWords(text: string): readonly string[] {
  return [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g)].map(([word]) => {
    if (word === '"' || word === "'") throw new CliError(`args: the quote ${word} is not closed`);
    return word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2');
  });
}
