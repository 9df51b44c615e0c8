import { isIPv6 } from 'node:net';

/** Returns the network that limits per address count: the IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const bare = address.replace(/%.*$/s, '');
  if (!isIPv6(bare)) return address;
  // `URL` normalizes the address: lower case, no leading zeros, the longest run of zeros compressed.
  const groups = (text: string | undefined): string[] => (text ?? '').split(':').filter((group) => group !== '');
  const [before, after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const zeros = 8 - groups(before).length - groups(after).length;
  return [...groups(before), ...Array.from({ length: zeros }, () => '0'), ...groups(after)].slice(0, 4).join(':');
}
