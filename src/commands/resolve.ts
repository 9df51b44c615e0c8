import { readFile, stat } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { invalidInput } from '../errors/app-error.js';
import type { Plan } from '../resolve/answer.js';
import { constraintsText } from '../resolve/constraints.js';
import { parseResolveJson, questionOf, RESOLVE_BYTES_MAX, resolveInput } from '../resolve/input.js';
import type { ResolveQuestion } from '../resolve/question.js';
import { planTable } from '../resolve/table.js';
import { readSettings } from '../settings.js';
import { parseInput } from '../values/parse.js';
import { withExistingDatabase } from './with-database.js';

interface Options {
  readonly json?: true;
  readonly constraints?: true;
  readonly coreui?: string;
  readonly frontend?: string;
  readonly os?: string;
  readonly accelerator?: string;
  readonly python?: string;
  readonly prefer?: string;
}

async function workflowOf(file: string): Promise<unknown> {
  const cannotRead = (error: NodeJS.ErrnoException): never => {
    throw invalidInput([`${file}: can’t be read (${error.code})`]);
  };
  if ((await stat(file).catch(cannotRead)).size > RESOLVE_BYTES_MAX)
    throw invalidInput([`${file}: has more than ${RESOLVE_BYTES_MAX} bytes`]);
  return parseResolveJson(await readFile(file).catch(cannotRead), file);
}

async function questionIn(file: string, options: Options): Promise<ResolveQuestion> {
  const input = parseInput(resolveInput, {
    workflow: await workflowOf(file),
    coreuiVersion: options.coreui,
    coreuiFrontendVersion: options.frontend,
    os: options.os,
    accelerator: options.accelerator,
    pythonVersion: options.python,
    prefer: options.prefer,
  });
  return questionOf(input);
}

/** Makes a plan from the database that the settings name. @returns the plan, and its JSON in REST */
async function planOf(question: ResolveQuestion): Promise<{ plan: Plan; json: string }> {
  const [{ Catalogue }, { Revision }, { presentPlan }, { ResolveService }] = await Promise.all([
    import('../catalogue/catalogue.js'),
    import('../catalogue/revision.js'),
    import('../rest/presenters/resolve.presenter.js'),
    import('../services/resolve.service.js'),
  ]);
  const settings = readSettings();
  return withExistingDatabase(settings, async (database) => {
    const revision = new Revision(database);
    await revision.start();
    const catalogue = new Catalogue(database, revision, 0, settings.PUBLIC_URL);
    const plan = await new ResolveService(catalogue, settings.HOST_NODE_ID, 0).plan(question);
    return { plan, json: String((await presentPlan(plan, catalogue)).text) };
  });
}

/** `resolve`: prints which nodes to install for a workflow. Exits with 1 if the plan is incomplete. */
export function resolveCommand(): Command {
  return new Command('resolve')
    .description(
      'print which nodes to install for a workflow; exits with 1 if a core-node name is missing or Python requirements conflict',
    )
    .argument('<file>', 'the workflow, as JSON')
    .option('--json', 'print the plan as the JSON of POST /resolve')
    .addOption(new Option('--constraints', 'print the Python requirements as a constraints file').conflicts('json'))
    .option('--coreui <version>', 'version of the host application')
    .option('--frontend <version>', 'version of the host’s frontend')
    .option('--os <system>', 'linux, windows, macos or a classifier')
    .option('--accelerator <device>', 'cuda, rocm, mps, cpu or a classifier')
    .option('--python <version>', 'version of Python, such as 3.12')
    .addOption(new Option('--prefer <which>', 'preferred versions').choices(['newest', 'installed', 'pinned']))
    .action(async (file: string, options: Options) => {
      const { plan, json } = await planOf(await questionIn(file, options));
      const text = options.json ? `${json}\n` : options.constraints ? constraintsText(plan) : planTable(plan);
      process.stdout.write(text);
      if (!plan.complete) process.exitCode = 1;
    });
}
