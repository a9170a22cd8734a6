import { describe, expect, it } from "vitest";
import { networkOf } from "./network-of.ts";

describe("networkOf", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7", "an IPv4 address is one customer, or many behind one"],
    ["::ffff:192.0.2.7", "192.0.2.7", "as a socket for both families names it"],
    ["2001:db8:0:7::1", "2001:db8:0:7", "64 bits are one customer's"],
    ["2001:DB8::7:ffff:ffff:ffff:ffff", "2001:db8:0:7", "however it is written"],
    ["fe80::1%eth0", "fe80:0:0:0", "a zone is no part of it"],
    ["::1", "0:0:0:0", "this machine"],
  ])("%s is of %s: %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
