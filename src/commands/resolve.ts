import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { Command, InvalidArgumentError, Option } from 'commander';
import { invalidInput } from '../errors/app-error.js';
import type { Plan } from '../resolve/answer.js';
import { constraintsText } from '../resolve/constraints.js';
import { parseResolveJson, questionOf, RESOLVE_BYTES_MAX, type ResolveInput, resolveInput } from '../resolve/input.js';
import type { ResolveQuestion } from '../resolve/question.js';
import { planTable } from '../resolve/table.js';
import { wireInput } from '../rest/wire.js';
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
  readonly installed?: readonly Installed[];
}

interface Installed {
  readonly id: string;
  readonly version: string;
}

/** Adds a value of the option `--installed` to the list of all its values. */
function addInstalled(value: string, all: readonly Installed[] = []): readonly Installed[] {
  const at = value.lastIndexOf('@');
  if (at < 1) throw new InvalidArgumentError('It takes a node with its version, such as masks@1.2.0.');
  return [...all, { id: value.slice(0, at), version: value.slice(at + 1) }];
}

/** Reads a file, or the standard input. */
async function jsonIn(file: string): Promise<unknown> {
  const [stream, name]: [Readable, string] =
    file === '-' ? [process.stdin, 'standard input'] : [createReadStream(file), file];
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > RESOLVE_BYTES_MAX) break;
    }
  } catch (error) {
    throw invalidInput([`${name}: can’t be read (${(error as NodeJS.ErrnoException).code})`]);
  }
  if (length > RESOLVE_BYTES_MAX) throw invalidInput([`${name}: has more than ${RESOLVE_BYTES_MAX} bytes`]);
  return parseResolveJson(Buffer.concat(chunks), name);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for a body of POST /resolve. Elements of a workflow have a `type`; the nodes of a body have none. */
const isBody = (json: unknown): boolean =>
  isObject(json) &&
  Object.entries(json).some(
    ([name, value]) =>
      name === 'core_node_names' ||
      (name === 'workflow' && isObject(value) && !('class_type' in value)) ||
      (name === 'nodes' && Array.isArray(value) && isObject(value[0]) && 'id' in value[0] && !('type' in value[0])),
  );

/** The input in the JSON of a workflow, or in a body of POST /resolve. */
function inputIn(json: unknown): Partial<ResolveInput> {
  return isBody(json) ? parseInput(wireInput(resolveInput), json) : { workflow: json };
}

async function questionIn(file: string, options: Options): Promise<ResolveQuestion> {
  const input = inputIn(await jsonIn(file));
  return questionOf(
    parseInput(resolveInput, {
      ...input,
      coreuiVersion: options.coreui ?? input.coreuiVersion,
      coreuiFrontendVersion: options.frontend ?? input.coreuiFrontendVersion,
      os: options.os ?? input.os,
      accelerator: options.accelerator ?? input.accelerator,
      pythonVersion: options.python ?? input.pythonVersion,
      prefer: options.prefer ?? input.prefer,
      installed: options.installed ?? input.installed,
    }),
  );
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
    .argument('<file>', 'a workflow or a body of POST /resolve, as JSON; - reads the standard input')
    .option('--json', 'print the plan as the JSON of POST /resolve')
    .addOption(new Option('--constraints', 'print the Python requirements as a constraints file').conflicts('json'))
    .option('--coreui <version>', 'version of the host application')
    .option('--frontend <version>', 'version of the host’s frontend')
    .option('--os <system>', 'linux, windows, macos or a classifier')
    .option('--accelerator <device>', 'cuda, rocm, mps, cpu or a classifier')
    .option('--python <version>', 'version of Python, such as 3.12')
    .option('--installed <id@version>', 'a node that is installed already; can be repeated', addInstalled)
    .addOption(new Option('--prefer <which>', 'preferred versions').choices(['newest', 'installed', 'pinned']))
    .action(async (file: string, options: Options) => {
      const { plan, json } = await planOf(await questionIn(file, options));
      const text = options.json ? `${json}\n` : options.constraints ? constraintsText(plan) : planTable(plan);
      process.stdout.write(text);
      if (!plan.complete) process.exitCode = 1;
    });
}
