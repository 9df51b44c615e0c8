import { isIPv6 } from 'node:net';

/** The network of an address, to rate-limit by: the whole IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const bare = address.replace(/%.*$/s, '');
  if (!isIPv6(bare)) return address;
  // `URL` normalizes it: lower-cased, without leading zeros, the longest run of zeros compressed.
  const groups = (text: string | undefined): string[] => (text ?? '').split(':').filter((group) => group !== '');
  const [before, after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const zeros = 8 - groups(before).length - groups(after).length;
  return [...groups(before), ...Array.from({ length: zeros }, () => '0'), ...groups(after)].slice(0, 4).join(':');
}
