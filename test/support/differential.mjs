// Compares the data of compiled documents with that of graphql-js, which Apollo uses. All registries on the embedded
// database are compared, so `npm run test:all` runs each file with and without the comparison. With the comparison, a
// document is compiled when it is first received, because most tests send a document once.
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { execute, parse } from 'graphql';

/** A response is compared again if the catalogue has changed meanwhile, at most this many times. */
const ATTEMPTS = 8;

const comparing = new AsyncLocalStorage();

/** True in code that only the comparison runs. Tests don't count its statements. */
export const isComparing = () => comparing.getStore() === true;

const plain = (value) => JSON.parse(JSON.stringify(value));

/** Returns the data of a response. */
function dataOf({ json }) {
  const text = typeof json === 'string' ? json : json.bytes().toString();
  return JSON.parse(text).data;
}

/**
 * Compares all responses of compiled documents in some registries.
 * @param graph the class `CompiledGraph`
 * @param options `timesUntilCompiled`: how often a document must be received until it is compiled; `contextOf`:
 *   returns a new context of an anonymous caller for some services; `isCompared`: true if the responses for a context
 *   are compared
 */
export function compareCompiledAnswers(graph, { timesUntilCompiled, contextOf, isCompared }) {
  const { answer } = graph.prototype;

  /** Executes the same request with graphql-js. */
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

  // The loaders of a context cache what they have read, so each attempt needs a new context.
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
        // A commit that this process has not received yet may be in one of the two responses only.
        await comparing.run(true, () => revision.refresh());
        // In the first attempt, the revision may have changed between the response and this line.
        if (attempt === 0 || revision.current !== before) continue;
      }
      report({ isEqual, ...(isEqual ? {} : { question, given: dataOf(given), wanted }) });
      break;
    }
    return answered;
  }

  graph.prototype.answer = function (question, context) {
    if (!isCompared(context)) return answer.call(this, question, context);
    // Tests of registries without caches count the statements of a document before and after compilation.
    const attempts = context.scope.services.catalogue.isUncached ? 1 : timesUntilCompiled;
    let given;
    // Calls without a response only increase the count of the document.
    for (let times = 0; given === undefined && times < attempts; times++) given = answer.call(this, question, context);
    return given === undefined ? undefined : compared(this, question, context, given);
  };
}

function report(comparison) {
  appendFileSync(process.env.TEST_COMPARISONS, `${JSON.stringify(comparison)}\n`);
}

/** Returns the number of compared responses of this run, and the differences. */
export function comparisons() {
  const path = process.env.TEST_COMPARISONS;
  const lines = path && existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  return { count: lines.length, different: lines.filter((line) => !line.startsWith('{"isEqual":true')) };
}
