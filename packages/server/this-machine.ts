/** Whether a host is this machine, however it is written. */

/** A host as a web address has it: 127.1 and 0x7f000001 become 127.0.0.1, and capitals small. */
function canonicalHost(host: string): string {
  const address = `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}`;
  return (URL.canParse(address) ? new URL(address).hostname : host).replace(/\.$/, "");
}

/** What systems call it in their tables of hosts, beside the names of RFC 6761 §6.3. */
const loopbackNames = new Set(
  "localhost localhost.localdomain localhost4 localhost6 localhost6.localdomain6 ip6-localhost ip6-loopback [::1]".split(
    " ",
  ),
);

/** Whether a host is a name or an address of loopback. */
export function isLoopbackHost(host: string): boolean {
  const name = canonicalHost(host);
  if (loopbackNames.has(name) || name.endsWith(".localhost")) return true;
  return name.startsWith("127.") || name.startsWith("[::ffff:7f");
}

/** Whether what is sent to a host stays on this machine, however the host is written. */
export const isThisMachine = (host: string): boolean =>
  isLoopbackHost(host) || ["0.0.0.0", "[::]"].includes(canonicalHost(host));
