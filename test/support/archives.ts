import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { analyse, type Analysis } from '../../src/analysis/analyse.js';

/** Creates a zip archive of files in memory. A file can be given with its Unix mode. */
export async function zipOf(
  files: Record<string, string | Buffer | { readonly content: string | Buffer; readonly mode: number }>,
): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, file] of Object.entries(files)) {
    const { content, mode } =
      typeof file === 'string' || Buffer.isBuffer(file) ? { content: file, mode: 0o100644 } : file;
    zip.addBuffer(Buffer.from(content), name, { mode, mtime: new Date(0) });
  }
  zip.end();
  return buffer(zip.outputStream as unknown as NodeJS.ReadableStream);
}

/** Returns the files of a small package that defines one core-node of this name. */
export function packageOf(name: string): Record<string, string> {
  return {
    '__init__.py': 'from .nodes import NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS\n',
    'nodes.py': `
class ${name}:
    CATEGORY = "image/" + "filters"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE", "MASK")
    RETURN_NAMES = ("image", "mask")
    OUTPUT_IS_LIST = (False, True)
    DESCRIPTION = """Sharpens an image."""

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "strength": ("FLOAT", {"default": 1.0, "min": -1})}}

    def run(self, image, strength):
        return (image, None)

NODE_CLASS_MAPPINGS = {"${name}": ${name}}
NODE_DISPLAY_NAME_MAPPINGS = {"${name}": "${name} (sharp)"}
`,
  };
}

/** Analyses a local archive in this thread. */
export async function analyseFile(path: string, checksOff: readonly string[] = []): Promise<Analysis> {
  const file = await open(path);
  try {
    return await analyse(file.fd, checksOff);
  } finally {
    await file.close();
  }
}
