/**
 * tidy/core-bundle: the venue core as one file of constants, as it is published and measured. V8 checks at every call
 * that a function which another module exports, or which is declared, is still the one it compiled for; what a `const` of
 * the same module holds it knows. The core calls many small functions for each command, and without these checks a command
 * takes about a fifth less.
 */
import { type Plugin, rolldown } from 'rolldown';

const functionsAsConstants: Plugin = {
  name: 'functions-as-constants',
  renderChunk: (code) => code.replaceAll(/^function ([\w$]+)\(/gm, 'const $1 = function('),
};

/** Writes the module `input` with all it imports as the file `output`, which exports the same. */
export async function bundleCore(input: string, output: string): Promise<void> {
  const bundle = await rolldown({ input, platform: 'node', plugins: [functionsAsConstants] });
  await bundle.write({ file: output, format: 'esm' });
  await bundle.close();
}
