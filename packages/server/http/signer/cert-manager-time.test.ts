/** Nobody learns from the time of an answer whether an address has certificates (docs/decisions/0024). Alone on its machine: `npm run check-all`. */
import { describe, expect, it } from "vitest";
import { useCodeWorld } from "../../test/code-signer.ts";
import { ownerAt } from "../../test/owner.ts";
import { meet } from "../../test/qualified-signer.ts";

const world = useCodeWorld({
  SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "100000",
  SIEGEL_CODES_PER_NUMBER_PER_HOUR: "100000",
});
const pairs = 200;
const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

describe("the answer to an address", () => {
  it("takes as long for one with a certificate as for one without [S-258]", { timeout: 120_000 }, async () => {
    const known = await meet(world.server);
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let n = 0; n < pairs + 10; n += 1) {
      const order = n % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
      for (const kind of order) {
        const email = kind === "known" ? known.email : `nobody${n}@nowhere.example`;
        const owner = ownerAt(world);
        const begun = performance.now();
        const asked = await owner.post("account/sendOTP", { email });
        const took = performance.now() - begun;
        expect(asked.status).toBe(200);
        // The first ones make plans and warm caches.
        if (n >= 10) times[kind].push(took);
      }
    }
    const [one, other] = [median(times.known), median(times.unknown)];
    expect(Math.abs(one - other)).toBeLessThan(Math.max(5, 0.05 * Math.max(one, other)));
  });
});
