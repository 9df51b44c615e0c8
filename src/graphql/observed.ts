import type { ApolloServerPlugin } from '@apollo/server';
import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { Tracing } from '../telemetry/tracing.js';
import { fieldsOf } from './access.js';
import type { GraphContext } from './context.js';

/** Records metrics and traces of operations. */
export function observed({ metrics, tracing }: Telemetry): ApolloServerPlugin<GraphContext> {
  return {
    requestDidStart: async () => {
      const started = performance.now();
      let name: string | undefined;
      let isError = false;
      let ended: (() => void) | undefined;
      return {
        didResolveOperation: async ({ operationName, operation }) => {
          name = operationName ?? undefined;
          const span = tracing?.isRecording
            ? tracing.begin(`graphql ${operation?.operation ?? ''}`, {
                'graphql.operation.type': operation?.operation,
                'graphql.operation.name': name,
              })
            : undefined;
          ended = () => span?.end();
        },
        didEncounterErrors: async () => void (isError = true),
        willSendResponse: async () => {
          metrics?.operation(name, isError, performance.now() - started);
          ended?.();
        },
      };
    },
  };
}

/**
 * Wraps the resolvers of the schema in spans.
 * @param part the fraction of the traced requests whose resolvers are traced, too
 */
export function traceResolvers(schema: GraphQLSchema, tracing: Tracing, part: number): void {
  const chosen = new WeakMap<GraphContext, boolean>();
  const isChosen = (context: GraphContext): boolean => {
    let isTraced = chosen.get(context);
    if (isTraced === undefined) chosen.set(context, (isTraced = tracing.isRecording && Math.random() < part));
    return isTraced;
  };
  for (const [name, field] of fieldsOf(schema)) {
    const { resolve } = field;
    if (resolve === undefined || resolve === defaultFieldResolver) continue;
    field.resolve = (source, args, context, info) =>
      isChosen(context)
        ? tracing.within(name, () => resolve(source, args, context, info) as unknown)
        : resolve(source, args, context, info);
  }
}
