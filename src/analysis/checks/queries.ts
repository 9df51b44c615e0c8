import type { Evaluator } from './evaluator.js';
import type { Scope } from './scopes.js';
import { external, externalsOf, textsOf, type Value } from './values.js';

/** Methods of tables that evaluate a text, in which `@name` stands for a variable of the caller. */
const EVALUATES = /\.(query|eval)$/;
const CALL = /@([A-Za-z_]\w{0,99})((?:\.\w{1,100}){0,9})\s{0,9}\(/g;

/** The functions that the text of a query calls. */
export function calledByQuery(path: string, text: Value, evaluator: Evaluator, scope: Scope, at: number): Value[] {
  if (!EVALUATES.test(path)) return [];
  return textsOf(text).flatMap((query) =>
    [...query.matchAll(CALL)].flatMap(([, name, attributes]) => {
      let found = evaluator.name(name!, scope, at);
      for (const attribute of attributes!.split('.').slice(1)) found = evaluator.attribute(found, attribute);
      return externalsOf(found).map((ref) => external(ref.path, true));
    }),
  );
}
