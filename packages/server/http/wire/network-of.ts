/** Who counts as one where requests of strangers are counted. */
import { isIPv6 } from "node:net";

/** The network of an address: an IPv4 address by itself, or the 64 bits of IPv6 that one customer can vary within. */
export function networkOf(address: string): string {
  const mapped = address.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? groupsOf(address).slice(0, 4).join(":") : address;
}

function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16));
}
