import { type GraphQLSchema } from 'graphql';
import { AppError } from '../errors/app-error.js';
import type { Access } from '../policy/actions.js';
import type { RequestTarget } from '../services/admission.service.js';
import type { GraphContext } from './context.js';

type Arguments = Readonly<Record<string, unknown>>;

/** The ids of resources in the arguments of a mutation. */
function targetOf(args: Arguments): RequestTarget {
  const text = (name: keyof RequestTarget): string | undefined =>
    typeof args[name] === 'string' ? args[name] : undefined;
  return { publisherId: text('publisherId'), nodeId: text('nodeId'), versionId: text('versionId') };
}

/**
 * Wraps the resolvers of mutations. If the input is invalid, or an anonymous caller names something that does not
 * exist, and the caller may not perform the mutation at all, the caller gets the authorization error instead, as in
 * REST.
 */
export function authorizeInvalidMutations(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    const { resolve } = field;
    const access = field.extensions['action'] as Access;
    field.resolve = async (source, args: Arguments, context: GraphContext, info) => {
      try {
        return (await resolve!(source, args, context, info)) as unknown;
      } catch (error) {
        const { scope } = context;
        if (
          error instanceof AppError &&
          (error.code === 'INVALID_INPUT' || (error.status === 404 && scope.isAnonymous))
        )
          await scope.services.admission.assertMay(await scope.viewer(), access, targetOf(args));
        throw error;
      }
    };
  }
}
