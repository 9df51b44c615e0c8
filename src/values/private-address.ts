import { BlockList, isIP } from 'node:net';

const privateRanges = new BlockList();
// 168.63.129.16 is in a public range, but is the metadata address of a cloud provider.
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
  privateRanges.addSubnet(network, prefix, 'ipv4');
// Teredo and 6to4 addresses embed an IPv4 address, which may be private.
for (const [network, prefix] of [
  ['2001::', 32],
  ['2002::', 16],
] as const)
  privateRanges.addSubnet(network, prefix, 'ipv6');

/**
 * IPv6 global unicast addresses. All other IPv6 addresses are loopback, private, link-local, multicast, translated or
 * unassigned.
 */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * True for an IP address that is not public: loopback, private, link-local (including cloud metadata), multicast or
 * reserved.
 */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) return privateRanges.check(address, 'ipv4');
  // `URL` normalizes the address: lower case, hexadecimal only, the longest run of zeros compressed.
  const plain = new URL(`http://[${address.replace(/%.*$/s, '')}]`).hostname.slice(1, -1);
  const mapped = /^::(?:ffff:(?:0:)?)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(plain);
  if (mapped) {
    const bits = (parseInt(mapped[1]!, 16) << 16) | parseInt(mapped[2]!, 16);
    return isPrivateAddress([24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.'));
  }
  return !globalUnicast.check(plain, 'ipv6') || privateRanges.check(plain, 'ipv6');
}

/**
 * True if the host of a URL is a private address or a name of this machine or of a private network. `URL` has already
 * normalized decimal, hexadecimal and octal addresses. The addresses that other names resolve to are checked when the
 * connection is opened.
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

/** True if the operator exempts this host from the ban of private addresses. */
export function isExempt({ hostname }: URL, exemptHosts: readonly string[]): boolean {
  return exemptHosts.includes(hostname.replace(/^\[|\]$/g, ''));
}

/** True for a URL with a private host that the operator did not exempt. */
export function isPrivateUrl(address: URL, exemptHosts: readonly string[]): boolean {
  return !isExempt(address, exemptHosts) && isPrivateHost(address.hostname);
}
