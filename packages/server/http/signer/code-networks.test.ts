import { describe, expect, it } from "vitest";
import { useCodeWorld } from "../../test/code-signer.ts";
import { freshPhone, logIn, send } from "../../test/sent-workflow.ts";
import type { TestServer } from "../../test/test-server.ts";

const networks = ["198.51.100.20", "203.0.113.20"] as const;

/** Signers of these numbers ask at the same instant, one from the first network and one from the second in turn; their statuses by network. */
async function askAtOnce(server: TestServer, phones: readonly string[]): Promise<readonly [number[], number[]]> {
  const sent = await send(server, { signers: phones.map((phone) => ({ phone })) });
  const signers = await Promise.all(phones.map((_, n) => logIn(server, sent, n)));
  const statuses = await Promise.all(
    signers.map(async (signer, n) => {
      const from = { "x-forwarded-for": networks[n % 2] ?? "" };
      return (await signer.call("POST", "auth/getSMS", {}, from)).status;
    }),
  );
  return [statuses.filter((_, n) => n % 2 === 0).toSorted(), statuses.filter((_, n) => n % 2 === 1).toSorted()];
}

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

  it("[S-136] are counted for each of two networks that ask at once", async () => {
    const phones = Array.from({ length: 6 }, () => freshPhone());
    expect(await askAtOnce(world.server, phones)).toEqual([
      [200, 200, 429],
      [200, 200, 429],
    ]);
  });
});

describe("codes to one number", () => {
  const wide = useCodeWorld({ SIEGEL_TRUST_PROXY: "1" });

  it("[S-136] are five an hour, although two networks ask for them at once", async () => {
    const phone = freshPhone();
    const [first, second] = await askAtOnce(
      wide.server,
      Array.from({ length: 8 }, () => phone),
    );
    expect([...first, ...second].toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });
});
