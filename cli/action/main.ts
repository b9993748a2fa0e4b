/** cli/action/main: the program of the GitHub action: `touchstone check`, then outputs, annotations and job summary. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { markdown } from '../../reports/untrusted.ts';
import { EXIT } from '../exit.ts';
import { type ActionInputs, checkWords } from './words.ts';

/** Characters of the messages that a job summary repeats. */
const MESSAGES_MAX = 4_000;
const Seen = z.object({ verdict: z.string(), coverage: z.object({ verified: z.number(), must: z.number() }) });

const folder = input('report-folder');
const files = {
  json: join(folder, 'report.json'),
  sarif: join(folder, 'touchstone.sarif'),
  junit: join(folder, 'junit.xml'),
  badge: join(folder, 'badge.svg'),
  github: join(folder, 'annotations.txt'),
};
const summary = process.env['GITHUB_STEP_SUMMARY'] ?? join(folder, 'summary.md');

mkdirSync(folder, { recursive: true });
const baseline = keepBaseline(input('baseline'));
for (const file of Object.values(files)) rmSync(file, { force: true });

// Text of a deployment must not become a workflow command. Annotations are escaped, so they are printed outside.
const token = randomUUID();
console.log(`::stop-commands::${token}`);
const { code, messages } = await check();
console.log(`::${token}::`);
const annotations = existsSync(files.github) ? readFileSync(files.github, 'utf8') : '';
process.stdout.write(annotations);
const seen = read(files.json);
const { verified, must } = seen?.coverage ?? { verified: 0, must: 0 };
if (seen === undefined) explainFailure(code, messages);
else if (code !== EXIT.ok && !/^::error /m.test(annotations)) explainRed(code);
const outputs = {
  verdict: seen?.verdict ?? 'error',
  coverage: must === 0 ? 0 : Math.floor((100 * verified) / must),
  report: seen === undefined ? '' : files.json,
  sarif: existsSync(files.sarif) ? files.sarif : '',
};
const lines = Object.entries(outputs).map(([name, value]) => `${name}=${value}\n`);
appendFileSync(process.env['GITHUB_OUTPUT'] ?? join(folder, 'outputs.txt'), lines.join(''));
process.exitCode = code;

function input(name: string) {
  return process.env[`TOUCHSTONE_${name.toUpperCase().replaceAll('-', '_')}`] ?? '';
}

/** The baseline may be the report of the run before, in the same folder. */
function keepBaseline(given: string): string {
  if (!existsSync(given) || !existsSync(files.json) || realpathSync(given) !== realpathSync(files.json)) return given;
  const kept = join(folder, 'baseline.json');
  copyFileSync(given, kept);
  return kept;
}

/** Runs the command. Its messages are also returned. */
async function check(): Promise<{ readonly code: number; readonly messages: string }> {
  const names = ['url', 'credentials', 'profile', 'expect', 'min-coverage', 'only', 'skip', 'args'] as const;
  const inputs = Object.fromEntries(names.map((name) => [name, input(name)])) as Omit<ActionInputs, 'baseline'>;
  let words: readonly string[];
  try {
    words = checkWords({ ...inputs, baseline }, { ...files, summary });
  } catch (error) {
    const message = `touchstone: ${error instanceof Error ? error.message : error}\n`;
    process.stderr.write(message);
    return { code: EXIT.usage, messages: message };
  }
  const program = join(import.meta.dirname, '../main.ts');
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'inherit', 'pipe'] });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  let kept = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    kept = (kept + text).slice(-MESSAGES_MAX);
  });
  return await new Promise((resolve) => {
    child.on('close', (status) => resolve({ code: status ?? EXIT.harness, messages: kept }));
  });
}

/** The facts of a report that outputs state; undefined without a whole report. */
function read(file: string): z.infer<typeof Seen> | undefined {
  try {
    return Seen.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** The annotation of a red job whose report has no error, because something is missing or could not be written. */
function explainRed(exitCode: number) {
  const isPartial = exitCode === EXIT.partial;
  const reason = isPartial
    ? `${verified} of ${must} MUST clauses were verified: add the missing data, or accept a minimum with min-coverage`
    : `exit code ${exitCode}: see the log of this step`;
  console.log(`::error title=${isPartial ? 'run.partial' : 'touchstone'}::${reason}`);
}

/** Without a report, the job summary and an annotation state the reason. */
function explainFailure(exitCode: number, text: string) {
  const lines = stripVTControlCharacters(text).trim().split('\n');
  const meaning = exitCode === EXIT.usage ? 'the inputs of the action cannot be used' : 'nothing was judged';
  const shown = lines.map((line) => `> ${markdown(line)}`).join('  \n');
  appendFileSync(summary, `## Touchstone: error\n\nExit code ${exitCode}: ${meaning}.\n\n${shown}\n`);
  console.log(`::error title=touchstone::exit code ${exitCode}: ${meaning}, see the job summary`);
}
