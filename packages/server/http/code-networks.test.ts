import { describe, expect, it } from "vitest";
import { useCodeWorld } from "../test/code-signer.ts";
import { logIn, send } from "../test/sent-workflow.ts";

const world = useCodeWorld({ SIEGEL_TRUST_PROXY: "1", SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "2" });

describe("codes that one network asks for", () => {
  it.each([
    ["an IPv4 address", ["198.51.100.7", "198.51.100.7", "198.51.100.7"], "198.51.100.8"],
    ["64 bits of IPv6", ["2001:db8:0:7::1", "2001:db8:0:7:ffff::", "2001:db8:0:7::2"], "2001:db8:0:8::1"],
  ])("[S-136] are no more than its limit, whoever the signers are: %s", async (_, from, elsewhere) => {
    const { server } = world;
    const sent = await send(server, { signers: [{}, {}, {}] });
    const ask = async (n: number, address = "") => {
      const signer = await logIn(server, sent, n);
      return (await signer.call("POST", "auth/getSMS", {}, { "x-forwarded-for": address })).status;
    };
    expect(await ask(0, from[0])).toBe(200);
    expect(await ask(1, from[1])).toBe(200);
    expect(await ask(2, from[2])).toBe(429);
    expect(await ask(2, elsewhere)).toBe(200);
  });
});
