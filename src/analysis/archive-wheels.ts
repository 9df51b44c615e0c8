import yauzl from 'yauzl';

/** The largest wheel whose entries are read. */
export const WHEEL_MAX = 16 * 1024 * 1024;
const ENTRIES_MAX = 2000;
/** Compiled files, files that Python runs when it starts, and packages. */
const UNCHECKED = /\.(pyd|so(\.\d+)*|dll|dylib|exe|com|scr|msi|py[co]|pth|whl|egg|jar)$/i;

/** True for the name of a wheel that says that it has no compiled files. */
export const isNamedPure = (path: string): boolean => /-none-any\.whl$/i.test(path);

/** True for a wheel that has sources and data only. */
export async function isPureWheel(content: Buffer): Promise<boolean> {
  let left = ENTRIES_MAX;
  try {
    const zip = await yauzl.fromBufferPromise(content, { lazyEntries: true });
    for await (const { fileName } of zip.eachEntry()) if (--left < 0 || UNCHECKED.test(fileName)) return false;
    return true;
  } catch {
    return false;
  }
}

/** True if a source or a list of requirements names wheels, so that something may install or import them. */
export const usesWheels = (sources: ReadonlyMap<string, string>, texts: ReadonlyMap<string, string>): boolean =>
  [...sources.values()].some((source) => /\bwhl\b/i.test(source)) ||
  [...texts].some(([path, text]) => /(\.txt|\.toml|\.cfg)$/i.test(path) && /\.whl\b/i.test(text));
