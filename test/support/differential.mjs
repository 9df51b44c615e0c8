// Compares the answers of compiled documents with those of graphql-js, the executor of Apollo. Registries on the
// embedded database are compared in every test, so `npm run test:all` runs each file once with the comparison and once
// without. Documents are compiled when they come for the first time there, because most tests send theirs once.
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { execute, parse } from 'graphql';

/** An answer is compared again if the catalogue changed meanwhile, at most so many times. */
const ATTEMPTS = 8;

const comparing = new AsyncLocalStorage();

/** True in work that only the comparison does; tests don't count its statements. */
export const isComparing = () => comparing.getStore() === true;

const plain = (value) => JSON.parse(JSON.stringify(value));

/** The data of an answer. */
function dataOf({ json }) {
  const text = typeof json === 'string' ? json : json.bytes().toString();
  return JSON.parse(text).data;
}

/**
 * Has all compiled answers of some registries compared.
 * @param graph the class `CompiledGraph`
 * @param options `timesUntilCompiled`: how often a document comes until it is compiled; `contextOf`: a new context of
 *   an anonymous caller of some services; `isCompared`: whether the answers to a context are compared
 */
export function compareCompiledAnswers(graph, { timesUntilCompiled, contextOf, isCompared }) {
  const { answer } = graph.prototype;

  /** The answer of graphql-js to the same question. */
  const reference = (schema, { query, operationName, variables }, services) =>
    comparing.run(true, async () =>
      plain(
        await execute({
          schema,
          document: parse(query),
          operationName,
          variableValues: variables,
          contextValue: contextOf(services),
        }),
      ),
    );

  // The loaders of a context keep what they have read, so each attempt needs a new one.
  const again = (compiled, question, services) =>
    comparing.run(true, async () => answer.call(compiled, question, contextOf(services)));

  async function compared(compiled, question, context, first) {
    const { services } = context.scope;
    const { revision } = services.catalogue;
    const answered = await first;
    let given = answered;
    for (let attempt = 0; given !== undefined && attempt < ATTEMPTS; attempt++) {
      const before = revision.current;
      if (attempt > 0) given = await again(compiled, question, services);
      const wanted = await reference(compiled.schema, question, services);
      const isEqual = isDeepStrictEqual(wanted, { data: dataOf(given) });
      if (!isEqual) {
        // A commit that this process has not learned of yet may be in one of the two only.
        await comparing.run(true, () => revision.refresh());
        // At first the revision may have moved between the answer and here.
        if (attempt === 0 || revision.current !== before) continue;
      }
      report({ isEqual, ...(isEqual ? {} : { question, given: dataOf(given), wanted }) });
      break;
    }
    return answered;
  }

  graph.prototype.answer = function (question, context) {
    if (!isCompared(context)) return answer.call(this, question, context);
    // Tests of registries without caches count the statements of a document before and after it is compiled.
    const attempts = context.scope.services.catalogue.isUncached ? 1 : timesUntilCompiled;
    let given;
    // Calls without an answer have no effect but that the document is counted.
    for (let times = 0; given === undefined && times < attempts; times++) given = answer.call(this, question, context);
    return given === undefined ? undefined : compared(this, question, context, given);
  };
}

function report(comparison) {
  appendFileSync(process.env.TEST_COMPARISONS, `${JSON.stringify(comparison)}\n`);
}

/** How many answers were compared in this run, and those that differed. */
export function comparisons() {
  const path = process.env.TEST_COMPARISONS;
  const lines = path && existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  return { count: lines.length, different: lines.filter((line) => !line.startsWith('{"isEqual":true')) };
}
