import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { type Created, create, idsOf, signer } from "../../test/api-client.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { sharedByServers, startTestServer, type TestServer } from "../../test/test-server.ts";

const database = useTestDatabase();
const environment = { SIEGEL_TRUST_PROXY: "1", ...sharedByServers() };
let server: TestServer;
let another: TestServer;
/** Two over one database: a process beside the first, or the one after it. */
beforeAll(async () => {
  const start = async () => await startTestServer(database.current().url, environment);
  [server, another] = [await start(), await start()];
});
afterAll(async () => {
  await server.close();
  await another.close();
});

const signers = (count: number) => Array.from({ length: count }, (_, n) => signer(`s${n}`, "s_signature"));
const workflowOf = async (count: number) => await create(server, { password: "open sesame", signers: signers(count) });

/** The code of a login with the link of the n-th signer, and the seconds to wait. */
async function enter(
  created: Created,
  n: number,
  { password, from, at = server }: { password: string; from: string; at?: TestServer },
): Promise<{ told: string | number; waitS: number }> {
  const { workflow, signer: signerId } = idsOf(created, n);
  const answer = await callApi("POST", `${at.url}/api/auth/workflowLogin/${workflow}/${signerId}`, {
    body: { workflow: { password, gtcChecked: true } },
    headers: { "x-forwarded-for": from },
  });
  return { told: answer.body.code ?? answer.status, waitS: Number(answer.headers.get("retry-after")) };
}

const guess = async (created: Created, n: number, from: string) =>
  (await enter(created, n, { password: "open says me", from })).told;
const right = async (created: Created, n: number, from: string) =>
  (await enter(created, n, { password: "open sesame", from })).told;

describe("guessing a workflow's password with the links of several signers", () => {
  it("[S-060] gets five guesses from one network, at once or one by one, whose wait is told; who is elsewhere gets in", async () => {
    const created = await workflowOf(4);
    const at = (n: number) => `2001:db8:0:7::${n.toString(16)}`;
    const told = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(created, n % 4, at(n))));
    expect(told.filter((code) => code === "WRONG_PASSWORD")).toHaveLength(5);
    expect(told.filter((code) => code === "TOO_MANY_REQUESTS")).toHaveLength(35);
    const locked = await enter(created, 3, { password: "open sesame", from: at(99) });
    expect(locked).toMatchObject({ told: "TOO_MANY_REQUESTS", waitS: 15 * 60 });
    for (let n = 0; n < 4; n += 1) expect(await right(created, n, `192.0.2.${n}`)).toBe(200);
    expect(await right(created, 0, at(1)), "that network still waits").toBe("TOO_MANY_REQUESTS");
    for (const each of [server, another]) each.clock.move(15 * 60 + 1);
    expect(await right(created, 0, at(1))).toBe(200);
  });

  it("[S-060] from many networks gets five guesses a link", async () => {
    const created = await workflowOf(2);
    const told = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(created, n % 2, `192.0.2.${n}`)));
    expect(told.filter((code) => code === "WRONG_PASSWORD")).toHaveLength(10);
  });

  it("[S-060] gets five of all processes together, and no more of one that has just started", async () => {
    const created = await workflowOf(2);
    const told = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        enter(created, n % 2, { password: "x", from: "192.0.2.1", at: n % 4 < 2 ? server : another }),
      ),
    );
    expect(told.filter((one) => one.told === "WRONG_PASSWORD")).toHaveLength(5);
    const afterwards = await enter(created, 0, { password: "open sesame", from: "192.0.2.1", at: another });
    expect(afterwards.told).toBe("TOO_MANY_REQUESTS");
  });
});

describe("many who know a workflow's password", () => {
  it("get in from one network at the same moment, beside somebody who has had four guesses", async () => {
    const created = await workflowOf(21);
    for (let n = 0; n < 4; n += 1) await guess(created, 20, "192.0.2.1");
    const told = await Promise.all(Array.from({ length: 20 }, (_, n) => right(created, n, "192.0.2.1")));
    expect(told).toEqual(told.map(() => 200));
  });

  it("take back their own slips when they get in, and nobody else's", async () => {
    const created = await workflowOf(3);
    for (const n of [0, 0, 1]) await guess(created, n, "192.0.2.1");
    expect(await right(created, 0, "192.0.2.1")).toBe(200);
    const told: unknown[] = [];
    for (let n = 0; n < 5; n += 1) told.push(await guess(created, 2, "192.0.2.1"));
    expect(told).toEqual([...Array<string>(4).fill("WRONG_PASSWORD"), "TOO_MANY_REQUESTS"]);
  });
});
