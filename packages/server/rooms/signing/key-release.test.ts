/** No key is used without a valid certificate (ETSI TS 119 431-1 SIG-6.3.1-08): what status would say afterwards is too late. */
import { describe, expect, it } from "vitest";
import { type ApprovedAct, actRow, approveOne, signaturesOf } from "../../test/approved-act.ts";
import { countingKeys } from "../../test/counting-keys.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { continueSigning, readActState } from "./signing.ts";
import { readDocuments } from "./step-store.ts";

const world = useSigningWorld();

/** An act that waits with its certificate chosen, and nothing prepared that a key could be used for; and the certificate's number. */
async function chosenOnly(type: "s_signature" | "a_signature"): Promise<{ act: ApprovedAct; serial: string }> {
  const act = await approveOne(world, type);
  const shape = (): never => {
    throw new Error("stumbled");
  };
  const stumbling = { ...world.deps, shaper: { ...world.deps.shaper, shape } };
  expect(await continueSigning(stumbling, act.actId)).toBe("waiting");
  const { certificate_serial: serial } = await actRow(world.deps.db, act.actId);
  return { act, serial: serial ?? expect.fail("no certificate was chosen") };
}

/** Goes on with the act, and says how often signing asked for a key. */
async function keysUsed({ actId }: ApprovedAct): Promise<number> {
  const { deps, uses } = countingKeys(world);
  await continueSigning(deps, actId);
  return uses();
}

const issued = (serial: string) => world.deps.db.updateTable("issued_certificate").where("serial", "=", serial);
const revoke = async (serial: string) =>
  await issued(serial)
    .set({ status: "revoked", revoked_at: world.deps.clock.now(), reason: "keyCompromise" })
    .execute();
/** The service has one seal for all of its acts. */
const restore = async (serial: string) =>
  await issued(serial).set({ status: "good", revoked_at: null, reason: null }).execute();

async function expectEnded(act: ApprovedAct): Promise<void> {
  expect((await readDocuments(world.deps.db, act.actId)).map(({ cms, result }) => cms ?? result)).toEqual([null, null]);
  const failed = { status: "FAILED", code: "CERTIFICATE_NOT_VALID" };
  expect(await readActState(world.deps.db, act.signerId)).toMatchObject(failed);
  expect(await signaturesOf(world, act)).toEqual([[], []]);
}

const types = ["a_signature", "s_signature"] as const;

describe("the key of a certificate", () => {
  it.each(types)("that is valid is used once for each document (%s)", async (type) => {
    expect(await keysUsed((await chosenOnly(type)).act)).toBe(2);
  });

  it.each(types)("[T-005] that was revoked after it was chosen is not used (%s)", async (type) => {
    const { act, serial } = await chosenOnly(type);
    await revoke(serial);
    expect(await keysUsed(act)).toBe(0);
    await expectEnded(act);
    await restore(serial);
  });

  // Last: time goes on for everybody, and a seal lives longest.
  it("that has run out since it was chosen is not used", async () => {
    const chosen = [await chosenOnly("a_signature"), await chosenOnly("s_signature")];
    world.wait(3 * 365 * 24 * 3_600_000);
    for (const { act } of chosen) {
      expect(await keysUsed(act)).toBe(0);
      await expectEnded(act);
    }
  });
});
