/** cli/spec/command: `touchstone spec ...`: prints clauses, decisions, the OpenAPI document and schemas. */

import { Command } from '@commander-js/extra-typings';
import type { ZodType } from 'zod';
import { CliError, EXIT } from '../exit.ts';
import { jsonText } from '../terminal/json-text.ts';

/** Documents that are JSON in any case: by subcommand the description, and how the document is made. */
const DOCUMENTS: Readonly<Record<string, readonly [string, () => Promise<unknown>]>> = {
  'report-schema': [
    'the JSON Schema of the report of touchstone check',
    async () => schemaOf((await import('../../conformance/report.ts')).Report),
  ],
  'comparison-schema': [
    'the JSON Schema of the comparison of touchstone compare',
    async () => schemaOf((await import('../../reports/comparison/comparison.ts')).Comparison),
  ],
  'history-schema': [
    'the JSON Schema of the history of touchstone history',
    async () => schemaOf((await import('../../reports/run-history/run-history.ts')).RunHistory),
  ],
  'matrix-schema': [
    'the JSON Schema of the matrix of touchstone matrix',
    async () => schemaOf((await import('../../reports/matrix/build.ts')).Matrix),
  ],
  'backtest-schema': [
    'the JSON Schema of the report of touchstone backtest',
    async () => schemaOf((await import('../../backtest/report-schema.ts')).BacktestReport),
  ],
  'sweep-schema': [
    'the JSON Schema of the report of touchstone sweep',
    async () => schemaOf((await import('../../backtest/sweep/report-schema.ts')).SweepReport),
  ],
  'scenario-schema': [
    'the JSON Schema of scenario files, for editors',
    async () => (await import('../../scenarios/reading/scenario-schema.ts')).scenarioSchema(),
  ],
};

async function schemaOf(type: ZodType): Promise<unknown> {
  return (await import('zod')).z.toJSONSchema(type);
}

export function specCommand() {
  const command = new Command('spec')
    .description(
      'print the interface as tables: clauses, decisions, OpenAPI document, schemas of reports and scenarios',
    )
    .addCommand(clausesCommand())
    .addCommand(decisionsCommand())
    .addCommand(coverageCommand())
    .addCommand(openapiCommand());
  for (const [name, [description, make]] of Object.entries(DOCUMENTS)) {
    const document = new Command(name).description(description).option('--json', 'as JSON, which it always is');
    command.addCommand(document.action(async () => print(await make())));
  }
  return command;
}

function openapiCommand() {
  return new Command('openapi')
    .description('the OpenAPI 3.1 document of every route')
    .option('--profile <name>', 'the profile whose routes and statuses it describes', 'document')
    .option('--json', 'as JSON, which it always is')
    .action(async ({ profile }) => {
      const [{ openapiDocument }, { loadProfile }, { assertProfile }] = await Promise.all([
        import('../../spec/openapi/document.ts'),
        import('../../spec/profile.ts'),
        import('../deployment/profile-name.ts'),
      ]);
      assertProfile(profile);
      print(openapiDocument(loadProfile(profile)));
    });
}

function clausesCommand() {
  return new Command('clauses')
    .description('every testable statement with its checks, or the reason it has none')
    .argument('[prefix]', 'only clauses of a section or subject, such as 4.8 or 4.8/limit or D')
    .option('--unchecked', 'only clauses that no check judges and no reason excludes')
    .option('--json', 'as JSON')
    .action(printClauses);
}

async function printClauses(prefix: string | undefined, options: { readonly json?: true; readonly unchecked?: true }) {
  const [{ crossReference }, { clauseList, withChecks }, { underPrefix }] = await Promise.all([
    import('../explain/cross-reference.ts'),
    import('../explain/explanation.ts'),
    import('../explain/clause-prefix.ts'),
  ]);
  const reference = crossReference();
  const all = reference.register.clauses;
  const chosen = prefix === undefined ? all : underPrefix(all, prefix);
  if (chosen.length === 0) throw new CliError(`no clause begins with "${prefix}"; see touchstone spec clauses`);
  const clauses = options.unchecked ? chosen.filter(reference.isUnjudged) : chosen;
  if (options.json) print(clauses.map(withChecks(reference)));
  else process.stdout.write(clauseList(clauses, reference));
}

function decisionsCommand() {
  return new Command('decisions')
    .description('the choices where the interface is silent')
    .option('--json', 'as JSON')
    .action(async ({ json }) => {
      const [{ loadDecisions }, { decisionList }] = await Promise.all([
        import('../../spec/decisions.ts'),
        import('../explain/explanation.ts'),
      ]);
      if (json) print(loadDecisions());
      else process.stdout.write(decisionList(loadDecisions()));
    });
}

function coverageCommand() {
  return new Command('coverage')
    .description(
      'each clause with its checks, properties, mutants and scenarios, and the clauses that no mutant breaks',
    )
    .option('--json', 'as JSON')
    .option('--report <html=file>', 'write the table as one HTML file')
    .action(printCoverage);
}

async function printCoverage({ json, report }: { readonly json?: true; readonly report?: string }) {
  const [, file] = /^html=(.+)$/s.exec(report ?? '') ?? [];
  if (report !== undefined && file === undefined) throw new CliError(`--report takes html=FILE; got "${report}"`);
  const { clauseCoverage, coveragePage, coverageText } = await import('./coverage.ts');
  const rows = clauseCoverage();
  if (file !== undefined) {
    const { assertWritten, writeEach } = await import('../files/output-files.ts');
    assertWritten(writeEach([{ file, text: () => coveragePage(rows) }]), EXIT.ok);
  }
  if (json) print(rows);
  else process.stdout.write(coverageText(rows));
}

function print(value: unknown) {
  process.stdout.write(jsonText(value));
}
