/** tidy/blocks: the fenced blocks of a document, and the commands in them, parsed like a shell. */

/** A fenced block without its fences: ```` ```text output ```` has the language `text` and the note `output`. */
export type Block = Readonly<{ language: string; note: string; text: string; line: number }>;

/** A command line: its words, and the exit code of a comment `# exit code N` (0 without one). */
export type ShellLine = { readonly words: readonly string[]; readonly exitCode: number; readonly text: string };

/** The fenced blocks of a Markdown text, in order, those in lists included. */
export function fencedBlocks(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^( *)```(\w*) ?(.*)\n([\s\S]*?)^ *```$/gm)].map((match) => {
    const [, indent = '', language = '', note = '', text = ''] = match;
    const line = markdown.slice(0, match.index).split('\n').length;
    return { language, note, text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), line };
  });
}

/** The commands of a block: one a line, `&&` between two of them. */
export function shellLines(text: string): readonly ShellLine[] {
  return text
    .split(/\n|&&/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [command = '', comment = ''] = line.split(/ # (.*)/s);
      return { words: words(command), exitCode: Number(/exit code (\d+)/.exec(comment)?.[1] ?? 0), text: line };
    });
}

/** Words as a shell splits them: quotes are removed, but not those in a quoted text, which is one word. */
function words(command: string): readonly string[] {
  return [...command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  );
}
