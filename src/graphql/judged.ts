import { type GraphQLSchema } from 'graphql';
import { AppError } from '../errors/app-error.js';
import type { Access } from '../policy/actions.js';
import type { RequestPlace } from '../services/admission.service.js';
import type { GraphContext } from './context.js';

type Arguments = Readonly<Record<string, unknown>>;

/** The resources that the arguments of a mutation name. */
function placeOf(args: Arguments): RequestPlace {
  const text = (name: keyof RequestPlace): string | undefined =>
    typeof args[name] === 'string' ? args[name] : undefined;
  return { publisherId: text('publisherId'), nodeId: text('nodeId'), versionId: text('versionId') };
}

/**
 * Replaces errors about the input of mutations by the refusal of a caller who may not perform the operation at all, as
 * REST does.
 */
export function judgeMutations(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    const { resolve } = field;
    const access = field.extensions['action'] as Access;
    field.resolve = async (source, args: Arguments, context: GraphContext, info) => {
      try {
        return (await resolve!(source, args, context, info)) as unknown;
      } catch (error) {
        if (error instanceof AppError && error.code === 'INVALID_INPUT') {
          const { scope } = context;
          await scope.services.admission.assertMay(await scope.viewer(), access, placeOf(args));
        }
        throw error;
      }
    };
  }
}
