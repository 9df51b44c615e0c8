import type { NodePageQuery } from '../graph/graphql';

/** A core-node definition, with the fields that the page of its node selects. */
export type CoreNode = NonNullable<NonNullable<NodePageQuery['node']>['coreNodes']>['nodes'][number];

interface Input {
  readonly name: string;
  readonly type: string;
  /** True if the value is entered in a widget of the node, instead of connected to an input. */
  readonly isWidget: boolean;
  readonly isOptional: boolean;
}

interface Output {
  readonly name: string;
  readonly type: string;
  readonly isList: boolean;
}

const WIDGETS = new Set(['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'BOOL', 'NUMBER', 'COMBO']);
const ROW = 20;
const HEAD = 30;
const WIDTH = 320;
const NAME_MAX = 22;
const ROWS_MAX = 40;

const typeName = (type: unknown): string =>
  typeof type === 'string' ? type : Array.isArray(type) ? 'COMBO' : 'unknown';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the inputs of a definition: those of the groups `required` and `optional` of its `inputTypes`. */
function inputsOf(inputTypes: unknown): Input[] {
  if (!isRecord(inputTypes)) return [];
  return (['required', 'optional'] as const).flatMap((group) => {
    const inputs = inputTypes[group];
    return Object.entries(isRecord(inputs) ? inputs : {}).map(([name, value]): Input => {
      const type = typeName(Array.isArray(value) ? value[0] : value);
      return { name, type, isWidget: WIDGETS.has(type), isOptional: group === 'optional' };
    });
  });
}

/** The outputs of a definition. */
function outputsOf({ returnTypes, returnNames, outputIsList }: CoreNode): Output[] {
  return (Array.isArray(returnTypes) ? returnTypes : []).map((type, index) => {
    const name: unknown = Array.isArray(returnNames) ? returnNames[index] : undefined;
    return {
      type: typeName(type),
      name: typeof name === 'string' && name !== '' ? name : typeName(type),
      isList: outputIsList[index] ?? false,
    };
  });
}

const shortened = (text: string): string => (text.length > NAME_MAX ? `${text.slice(0, NAME_MAX - 1)}…` : text);

/** Returns the hue of a type, in degrees: a hash, so that a type has the same color in all drawings. */
function hueOf(type: string): number {
  let hash = 0;
  for (const letter of type) hash = (hash * 31 + letter.codePointAt(0)!) % 360;
  return hash;
}

const Socket = ({ x, y, type }: { readonly x: number; readonly y: number; readonly type: string }) => (
  <circle cx={x} cy={y} r={5} fill={`hsl(${hueOf(type)} 60% 50%)`}>
    <title>{type}</title>
  </circle>
);

/** A core-node with its sockets and widgets, as the host application draws it. */
export function CoreNodeDrawing({ node }: { readonly node: CoreNode }) {
  const inputs = inputsOf(node.inputTypes).slice(0, ROWS_MAX);
  const sockets = inputs.filter(({ isWidget }) => !isWidget);
  const widgets = inputs.filter(({ isWidget }) => isWidget);
  const outputs = outputsOf(node).slice(0, ROWS_MAX);
  const rows = Math.max(sockets.length, outputs.length);
  const height = HEAD + (rows + widgets.length) * ROW + 14;
  const row = (index: number): number => HEAD + index * ROW + 12;
  const label = `${node.coreNodeName}: ${inputs.length} inputs, ${outputs.length} outputs`;
  return (
    <svg class="drawing" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label}>
      <rect class="drawing-body" x={8} y={1} width={WIDTH - 16} height={height - 2} rx={8} />
      <text class="drawing-title" x={20} y={20}>
        {shortened(node.displayName ?? node.coreNodeName)}
      </text>
      {sockets.map(({ name, type, isOptional }, index) => (
        <g key={name}>
          <Socket x={8} y={row(index)} type={type} />
          <text class={isOptional ? 'drawing-optional' : undefined} x={20} y={row(index) + 4}>
            {shortened(name)}
          </text>
        </g>
      ))}
      {outputs.map(({ name, type, isList }, index) => (
        <g key={index}>
          <Socket x={WIDTH - 8} y={row(index)} type={type} />
          <text x={WIDTH - 20} y={row(index) + 4} text-anchor="end">
            {shortened(name)}
            {isList ? ' [ ]' : ''}
          </text>
        </g>
      ))}
      {widgets.map(({ name, type }, index) => (
        <g key={name}>
          <rect class="drawing-widget" x={20} y={row(rows + index) - 9} width={WIDTH - 40} height={16} rx={8} />
          <text class="drawing-small" x={28} y={row(rows + index) + 3}>
            {shortened(name)}
          </text>
          <text class="drawing-small" x={WIDTH - 28} y={row(rows + index) + 3} text-anchor="end">
            {type}
          </text>
        </g>
      ))}
    </svg>
  );
}
