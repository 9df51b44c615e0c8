import { crc32 } from 'node:zlib';
import type { NewCoreNode, NewNode, NewVersion } from '../services/store-nodes.js';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
/** 1980-01-01, the first day of the format, so that the same files are always the same bytes. */
const DAY = 0x0021;

/** The fields that both headers of an entry have: version, flags (UTF-8), method (stored), time, sums and lengths. */
function entryFields(name: Buffer, content: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800, 2);
  fields.writeUInt16LE(DAY, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

const numbers = (...values: readonly (readonly [size: 2 | 4, value: number])[]): Buffer =>
  Buffer.concat(
    values.map(([size, value]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value, 0, size);
      return bytes;
    }),
  );

/** A zip archive of a few small files, not compressed. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)];
    const fields = entryFields(name, content);
    const local = Buffer.concat([numbers([4, LOCAL_HEADER]), fields, name, content]);
    // Made by Unix, so that the external attributes are the mode of a regular file.
    central.push(numbers([4, CENTRAL_HEADER], [2, 0x0314]), fields);
    central.push(numbers([2, 0], [2, 0], [2, 0], [4, 0o100644 * 0x10000], [4, offset]), name);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const count = Object.keys(files).length;
  const end = numbers([4, END], [2, 0], [2, 0], [2, count], [2, count], [4, directory.length], [4, offset], [2, 0]);
  return Buffer.concat([...locals, directory, end]);
}

/** JSON of these definitions has no `true`, `false` or `null`, so it is a Python expression, too. */
const classOf = ({ name, category, inputTypes, returnTypes, returnNames, outputIsList }: NewCoreNode): string => `
class ${name}:
    CATEGORY = ${JSON.stringify(category)}
    FUNCTION = "run"
    RETURN_TYPES = ${returnTypes}
    RETURN_NAMES = ${returnNames}
    OUTPUT_IS_LIST = [${(outputIsList ?? []).map((isList) => (isList ? 'True' : 'False')).join(', ')}]

    @classmethod
    def INPUT_TYPES(cls):
        return ${inputTypes}

    def run(self, **inputs):
        return tuple(inputs.values())[:1]
`;

/** The archive of a demo version: a package with its core-nodes, which pass their first input on. */
export function demoArchive(node: NewNode, { version, dependencies, coreNodes }: NewVersion): Buffer {
  const nodes = coreNodes ?? [];
  const mappings = nodes.map(({ name }) => `    "${name}": ${name},\n`).join('');
  return zipOf({
    '__init__.py': 'from .nodes import NODE_CLASS_MAPPINGS\n\n__all__ = ["NODE_CLASS_MAPPINGS"]\n',
    'nodes.py': `${nodes.map(classOf).join('\n')}\n\nNODE_CLASS_MAPPINGS = {\n${mappings}}\n`,
    'pyproject.toml': `[project]\nname = "${node.id}"\nversion = "${version}"\ndependencies = ${JSON.stringify(dependencies ?? [])}\n`,
    'README.md': `# ${node.name}\n\n${node.description}\n\nThis is demo data of the registry: its nodes pass their first input on.\n`,
  });
}
