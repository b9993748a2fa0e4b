/** cli/spec/command: `touchstone spec ...`: prints the clause register, the decisions, the OpenAPI document and the schemas. */
import { Command } from 'commander';
import { CliError } from '../exit.ts';

type ListOptions = { readonly json?: true; readonly unchecked?: true };

/** The `spec` command with its seven subcommands. */
export function specCommand(): Command {
  return new Command('spec')
    .description(
      'print the interface as tables: clauses, decisions, OpenAPI document, schemas of reports and scenarios',
    )
    .addCommand(clausesCommand())
    .addCommand(decisionsCommand())
    .addCommand(openapiCommand())
    .addCommand(reportSchemaCommand())
    .addCommand(backtestSchemaCommand())
    .addCommand(sweepSchemaCommand())
    .addCommand(scenarioSchemaCommand());
}

function clausesCommand(): Command {
  return new Command('clauses')
    .description('every testable statement with its checks, or the reason it has none')
    .argument('[prefix]', 'only clauses of a section or subject, such as 4.8 or 4.8/limit or D')
    .option('--unchecked', 'only clauses that no check judges and no reason excludes')
    .option('--json', 'as JSON')
    .action(printClauses);
}

async function printClauses(prefix: string | undefined, options: ListOptions): Promise<void> {
  const [{ crossReference }, { clauseList }, { underPrefix }] = await Promise.all([
    import('../explain/cross-reference.ts'),
    import('../explain/clause-text.ts'),
    import('../explain/clause-prefix.ts'),
  ]);
  const reference = crossReference();
  const all = reference.register.clauses;
  const chosen = prefix === undefined ? all : underPrefix(all, prefix);
  if (chosen.length === 0) throw new CliError(`no clause begins with "${prefix}"; see touchstone spec clauses`);
  const clauses = options.unchecked ? chosen.filter(reference.isUnjudged) : chosen;
  if (options.json) {
    print(clauses.map((clause) => ({ ...clause, checks: reference.checksOf(clause).map(({ id }) => id) })));
  } else process.stdout.write(clauseList(clauses, reference));
}

function decisionsCommand(): Command {
  return new Command('decisions')
    .description('what is done where the interface is silent')
    .option('--json', 'as JSON')
    .action(async ({ json }: ListOptions) => {
      const [{ loadDecisions }, { decisionList }] = await Promise.all([
        import('../../spec/decisions.ts'),
        import('../explain/clause-text.ts'),
      ]);
      if (json) print(loadDecisions());
      else process.stdout.write(decisionList(loadDecisions()));
    });
}

function openapiCommand(): Command {
  return new Command('openapi')
    .description('the OpenAPI 3.1 document of the 24 routes')
    .option('--json', 'as JSON, which it always is')
    .action(async () => {
      const { openapiDocument } = await import('../../spec/openapi/document.ts');
      print(openapiDocument());
    });
}

function reportSchemaCommand(): Command {
  return new Command('report-schema')
    .description('the JSON Schema of the report of touchstone check')
    .option('--json', 'as JSON, which it always is')
    .action(async () => {
      const [{ Report }, { z }] = await Promise.all([import('../../conformance/report.ts'), import('zod')]);
      print(z.toJSONSchema(Report));
    });
}

function backtestSchemaCommand(): Command {
  return new Command('backtest-schema')
    .description('the JSON Schema of the report of touchstone backtest')
    .option('--json', 'as JSON, which it always is')
    .action(async () => {
      const [{ BacktestReport }, { z }] = await Promise.all([import('../../backtest/report-schema.ts'), import('zod')]);
      print(z.toJSONSchema(BacktestReport));
    });
}

function sweepSchemaCommand(): Command {
  return new Command('sweep-schema')
    .description('the JSON Schema of the report of touchstone sweep')
    .option('--json', 'as JSON, which it always is')
    .action(async () => {
      const [{ SweepReport }, { z }] = await Promise.all([
        import('../../backtest/sweep/report-schema.ts'),
        import('zod'),
      ]);
      print(z.toJSONSchema(SweepReport));
    });
}

function scenarioSchemaCommand(): Command {
  return new Command('scenario-schema')
    .description('the JSON Schema of scenario files, for editors')
    .option('--json', 'as JSON, which it always is')
    .action(async () => {
      const { scenarioSchema } = await import('../../scenarios/reading/scenario-schema.ts');
      print(scenarioSchema());
    });
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
