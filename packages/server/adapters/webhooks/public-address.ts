/** Which IP addresses may be spoken to when somebody else says where: public ones, and those of networks that the operator allows. */
import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.process>;
/** A network: its address and the length of its prefix. */
export type Network = readonly [Address, number];

/** The networks of a list such as `10.1.0.0/16`. @throws Error naming what is no network */
export const parseNetworks = (list: readonly string[]): readonly Network[] =>
  list.map((text) => ipaddr.parseCIDR(text));

/** All that IPv6 gives to public hosts (RFC 4291 §2.4): beyond it are only embedded, local and reserved addresses. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

const isWithin = (address: Address, [network, length]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, length);

/** Whether an address in its usual form (four numbers, or IPv6) is of one of these networks. */
export const isOfNetworks = (address: string, networks: readonly Network[]): boolean => {
  // An IPv4 address in IPv6 form is judged as IPv4.
  const parsed = ipaddr.process(address);
  return networks.some((network) => isWithin(parsed, network));
};

/** Whether everybody on the internet may be expected there. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || isWithin(parsed, globalUnicast));
}
