import { setTimeout as sleep } from "node:timers/promises";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { password_tries_max, password_window_s } from "@siegel/contract/limits.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { create, idsOf, signer } from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";
import { forgetPasswordTries, giveBackTries, takePasswordTry } from "./password-tries-store.ts";

const server = useTestServer();
const [here, elsewhere] = ["192.0.2.1", "2001:db8:0:7"];
const begun = new Date("2026-11-22T12:00:00Z");
const after = (seconds: number): Date => new Date(begun.getTime() + seconds * 1_000);

/** A workflow with this many signers, and tries at its password with their links; true where one was taken. */
async function workflowOf(signers: number) {
  const { db } = server.current().deps;
  const sent = Array.from({ length: signers }, (_, n) => signer(`s${n}`, "s_signature"));
  const created = await create(server.current(), { password: "open sesame", signers: sent });
  const link = (n: number, network: string) => ({
    workflowId: created.workflow_id as WorkflowId,
    signerId: idsOf(created, n).signer as SignerId,
    network,
  });
  const full = async (n: number, network: string, now = begun) =>
    await takePasswordTry(db, { ...link(n, network), now });
  return {
    link,
    full,
    takes: async (n: number, network: string, now = begun) => (await full(n, network, now)) === null,
    right: async (n: number, network: string) => await giveBackTries(db, link(n, network)),
    kept: async () =>
      (
        await db
          .selectFrom("password_try")
          .select("network")
          .where("workflow_id", "=", link(0, "").workflowId)
          .execute()
      ).length,
  };
}

const slow_ms = 3_000;

describe("tries at a workflow's password", () => {
  it.each([2, 4, 50])("[S-060] with the links of %s signers are five from one network in all", async (signers) => {
    const { takes } = await workflowOf(signers);
    const taken: boolean[] = [];
    for (let round = 0; round < 5; round += 1) for (let n = 0; n < signers; n += 1) taken.push(await takes(n, here));
    expect(taken).toEqual(taken.map((_, n) => n < password_tries_max));
  });

  it("of several networks at once are five a network and five a link, and no more", async () => {
    const { takes } = await workflowOf(4);
    const ofNetwork = await Promise.all(Array.from({ length: 40 }, (_, n) => takes(n % 4, here)));
    expect(ofNetwork.filter(Boolean)).toHaveLength(password_tries_max);
    const other = await workflowOf(1);
    const ofLink = await Promise.all(Array.from({ length: 40 }, (_, n) => other.takes(0, `192.0.2.${n}`)));
    expect(ofLink.filter(Boolean)).toHaveLength(password_tries_max);
    expect(await other.kept(), "a try that was refused is none").toBe(password_tries_max);
  });

  it("that fill a network's count lock out nobody elsewhere, and take no try of a link", async () => {
    const { takes } = await workflowOf(4);
    for (let n = 0; n < 4; n += 1) await takes(n, here);
    await takes(0, here);
    for (let n = 0; n < 40; n += 1) expect(await takes(n % 4, here)).toBe(false);
    // Link 0 has had two of its five, link 1 one of them.
    for (const left of [true, true, true, false]) expect(await takes(0, elsewhere)).toBe(left);
    for (const left of [true, true, false]) expect(await takes(1, elsewhere), "five from there").toBe(left);
    expect(await takes(2, "198.51.100.9")).toBe(true);
  });

  it("of another workflow are counted apart", async () => {
    const [one, other] = [await workflowOf(1), await workflowOf(1)];
    for (let n = 0; n < 5; n += 1) await one.takes(0, here);
    expect([await one.takes(0, here), await other.takes(0, here)]).toEqual([false, true]);
  });

  it("come back when the window is over, at the second that was told", async () => {
    const { full, takes } = await workflowOf(2);
    for (let n = 0; n < 5; n += 1) await takes(n % 2, here, after(n * 10));
    expect(await full(0, here, after(60))).toEqual({ until: after(password_window_s) });
    expect(await takes(0, here, after(password_window_s - 1))).toBe(false);
    expect(await takes(0, here, after(password_window_s))).toBe(true);
    expect(await takes(1, here, after(password_window_s)), "the second was made ten seconds later").toBe(false);
  });

  it("that were followed by the right password are given back to the link, and to the network those of that link", async () => {
    const { takes, right } = await workflowOf(2);
    for (const n of [0, 0, 0, 1, 1]) await takes(n, here);
    expect(await takes(0, here)).toBe(false);
    await right(1, here);
    for (const left of [true, true, false]) expect(await takes(1, here)).toBe(left);
    await right(0, elsewhere);
    expect(await takes(1, here), "who is right elsewhere forgives nobody here").toBe(false);
    for (const left of [true, true, true, true, true, false]) expect(await takes(0, elsewhere)).toBe(left);
  });

  it("are forgotten once they count no more, and not a second earlier", async () => {
    const { takes, kept } = await workflowOf(1);
    const { db } = server.current().deps;
    await takes(0, here);
    await takes(0, elsewhere, after(1));
    await forgetPasswordTries(db, after(password_window_s - 1));
    expect(await kept()).toBe(2);
    await forgetPasswordTries(db, after(password_window_s));
    expect(await kept()).toBe(1);
    await forgetPasswordTries(db, after(password_window_s + 1));
    expect(await kept()).toBe(0);
  });

  it("wait for nobody who holds the workflow, and are in nobody's way who then changes the signer", async () => {
    const { link, takes, right } = await workflowOf(1);
    const { db } = server.current().deps;
    const { workflowId, signerId } = link(0, here);
    await db.transaction().execute(async (holder) => {
      await holder.selectFrom("workflow").select("status").where("workflow_id", "=", workflowId).forUpdate().execute();
      const tried = takes(0, here).then(async (taken) => [taken, await right(0, here)]);
      expect(await Promise.race([tried, sleep(slow_ms, "waits")])).toEqual([true, undefined]);
      const changed = holder.updateTable("signer").set({ language: "en" }).where("signer_id", "=", signerId);
      expect(await Promise.race([changed.executeTakeFirst(), sleep(slow_ms, "waits")])).not.toBe("waits");
    });
  });

  it("go with their signer", async () => {
    const { link } = await workflowOf(1);
    const { db } = server.current().deps;
    const { workflowId, signerId, network } = link(0, here);
    const { rows } = await sql<{ signer_id: SignerId }>`
      insert into signer select (jsonb_populate_record(s, '{"signer_id": "gone", "position": 7, "reference": "gone"}')).*
        from signer s where signer_id = ${signerId} returning signer_id`.execute(db);
    const gone = rows[0]?.signer_id as SignerId;
    await takePasswordTry(db, { workflowId, signerId: gone, network, now: begun });
    const kept = async () =>
      (await db.selectFrom("password_try").select("try_id").where("signer_id", "=", gone).execute()).length;
    expect(await kept()).toBe(1);
    await db.deleteFrom("signer").where("signer_id", "=", gone).execute();
    expect(await kept()).toBe(0);
  });
});
