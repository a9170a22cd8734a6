/** A person who asks for a password or registers cannot tell from the time whether an address has an account. Slow, and run alone: it measures. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { makeAccount } from "../../test/administrators.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { sharedByServers, startTestServer, type TestServer } from "../../test/test-server.ts";

const database = useTestDatabase();
const pairs = 200;
/** An account gets a limited number of links an hour, so several accounts take turns. */
const accounts_count = 50;
const known: string[] = [];
let server: TestServer;
let asked = 0;
beforeAll(async () => {
  server = await startTestServer(database.current().url, { SIEGEL_TRUST_PROXY: "1", ...sharedByServers() });
  for (let n = 0; n < accounts_count; n += 1) known.push((await makeAccount(server)).email);
});
afterAll(() => server.close());

/** How long a call takes, milliseconds; each comes from a network of its own, so that no limit slows it. */
async function timeOf(path: string, body: unknown): Promise<number> {
  asked += 1;
  const headers = { "x-forwarded-for": `198.18.${asked >> 8}.${asked & 255}` };
  const begun = performance.now();
  const { status } = await callApi("POST", `${server.url}/api/${path}`, { body, headers });
  expect(status).toBe(200);
  return performance.now() - begun;
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

async function comparePairs(ask: (email: string) => Promise<number>): Promise<void> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let n = -10; n < pairs; n += 1) {
    const account = known[(n + 10) % known.length] ?? "";
    const stranger = `${server.deps.random.id()}@hafenwerk.example`;
    const order = n % 2 === 0 ? ([account, stranger] as const) : ([stranger, account] as const);
    for (const email of order) {
      const took = await ask(email);
      // The first ones load code and fill caches.
      if (n >= 0) times[email === account ? "known" : "unknown"].push(took);
    }
  }
  const [one, other] = [median(times.known), median(times.unknown)];
  expect(Math.abs(one - other), `${one.toFixed(2)} ms and ${other.toFixed(2)} ms`).toBeLessThan(
    Math.max(5, 0.05 * Math.max(one, other)),
  );
}

describe("the time of an answer tells nothing about an address", () => {
  it("[A-146] where a password was forgotten", { timeout: 120_000 }, async () => {
    await comparePairs((email) => timeOf("auth/forgotPassword", { email }));
  });

  it("[A-146] where an organisation registers", { timeout: 240_000 }, async () => {
    await comparePairs((e_mail) =>
      timeOf("account/addTestAccount", {
        organization: { organization_name: "Nygaard Holzbau" },
        account_administrator: { first_name: "Tilda", last_name: "Nygaard", e_mail, password: "Wasserkante9!" },
      }),
    );
  });
});
