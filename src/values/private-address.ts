import { BlockList, isIP } from 'node:net';

const inside = new BlockList();
// 168.63.129.16 is a cloud's metadata address, though it looks like anybody's.
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inside.addSubnet(network, prefix, 'ipv4');
// Teredo and 6to4 hold an IPv4 address, which may be any.
for (const [network, prefix] of [
  ['2001::', 32],
  ['2002::', 16],
] as const)
  inside.addSubnet(network, prefix, 'ipv6');

/**
 * All that is given out to public hosts; everything beside it is loopback, private, link-local, multicast, a
 * translation, or nobody's.
 */
const given = new BlockList();
given.addSubnet('2000::', 3, 'ipv6');

/**
 * True for an IP address that belongs to no public host: loopback, private, link-local (cloud metadata too), multicast,
 * reserved.
 */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) return inside.check(address, 'ipv4');
  // As `URL` normalizes it: lower-cased, in hexadecimal only, the longest run of zeros left out.
  const plain = new URL(`http://[${address.replace(/%.*$/s, '')}]`).hostname.slice(1, -1);
  const mapped = /^::(?:ffff:(?:0:)?)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain);
  if (mapped) {
    const bits = (parseInt(mapped[1]!, 16) << 16) | parseInt(mapped[2]!, 16);
    return isPrivateAddress([24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.'));
  }
  return !given.check(plain, 'ipv6') || inside.check(plain, 'ipv6');
}

/**
 * True for the host part of an address (as `URL` normalizes it: decimal, hex and octal forms are dotted by then) that
 * names this machine or a private network literally. What a name resolves to is judged when connecting.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/(?<!\.)\.+$/, '')
    .toLowerCase();
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host.endsWith('.internal') ||
    host.endsWith('.local') ||
    isPrivateAddress(host)
  );
}

/** Whether the operator lets this host be called, wherever it is. */
export function isExempt({ hostname }: URL, exemptHosts: readonly string[]): boolean {
  return exemptHosts.includes(hostname.replace(/^\[|\]$/g, ''));
}

/** True for an address of a private host that the operator did not exempt. */
export function leadsInside(address: URL, exemptHosts: readonly string[]): boolean {
  return !isExempt(address, exemptHosts) && isPrivateHost(address.hostname);
}
