/** The parts of a repository URL such as `https://github.com/owner/name.git`. */
export interface Repository {
  readonly host: string;
  readonly owner: string;
  readonly name: string;
}

/** Parses a repository URL; returns `undefined` if it has no owner and name. */
export function parseRepository(address: string): Repository | undefined {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return undefined;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const [owner, name] = url.pathname.split('/').filter((part) => part !== '');
  if (!owner || !name) return undefined;
  const bare = name.replace(/\.git$/i, '');
  const plain = /^[A-Za-z0-9._-]+$/;
  if (!plain.test(owner) || !plain.test(bare) || /^\.+$/.test(bare) || /^\.+$/.test(owner)) return undefined;
  return { host: url.hostname.toLowerCase(), owner, name: bare };
}
