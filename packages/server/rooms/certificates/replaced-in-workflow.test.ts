/** Who identifies themselves anew in a workflow gets another certificate there; the one before is revoked, and the rest of the world waits. */
import { describe, expect, it } from "vitest";
import { identifyInWorld } from "../../test/identified-in-world.ts";
import { useQualifiedWorld } from "../../test/qualified-world.ts";
import { nth } from "../../test/signing-world.ts";
import { loadSigner } from "../workflows/workflows.ts";
import { certificateStatusOf, changeOfLink, sendChangeText } from "./certificates.ts";

const house = useQualifiedWorld();
const signers = [{ type: "q_signature", firstName: "Ada" } as const];

describe("a certificate that an identification in a workflow replaces", () => {
  it("is revoked as superseded, its phone is told, and the new one rests everywhere but there [S-270]", async () => {
    const { world, depsOver } = house;
    const { db } = world.deps;
    const ofAda = db.selectFrom("signer_certificate").selectAll().where("email", "=", "signer-0@mail.example");
    const before = await ofAda.executeTakeFirstOrThrow();
    await db
      .updateTable("password_key")
      .set({ locked_at: world.deps.clock.now() })
      .where("key_id", "=", before.key_id)
      .execute();
    const [here, elsewhere] = [await world.send(signers), await world.send(signers)];
    for (const sent of [here, elsewhere]) await world.confirm(sent, 0);
    const statusIn = async (sent: typeof here) => {
      const context = await loadSigner(db, sent.workflowId, nth(sent.signerIds, 0));
      if (context === null) throw new Error("no signer");
      return (await certificateStatusOf(depsOver(), context)).certificate_state;
    };
    expect(await statusIn(here)).toBe("LOCKED");
    const browser = await identifyInWorld(house, here);
    const asked = await house.ask(here, { browser });
    if (!asked.ok) throw new Error(asked.code);
    expect(await house.sign(here, house.arrived(asked.challenge.id))).toMatchObject({ ok: true });

    const issued = db.selectFrom("issued_certificate").select(["status", "reason"]);
    expect(await issued.where("serial", "=", before.serial).execute()).toEqual([
      { status: "revoked", reason: "superseded" },
    ]);
    const change = await db.selectFrom("certificate_change").selectAll().executeTakeFirstOrThrow();
    expect(change).toMatchObject({ kind: "password", route: "eid", workflow_id: here.workflowId });
    expect(change.rests_until?.getTime()).toBe(change.changed_at.getTime() + 24 * 3_600_000);
    // The mailbox is proven by the mail of the new one; after that only the rest is left.
    await db
      .updateTable("signer_certificate")
      .set({ mailbox_proven_at: world.deps.clock.now() })
      .where("certificate_id", "=", change.certificate_id)
      .execute();
    expect([await statusIn(here), await statusIn(elsewhere)]).toEqual(["OK", "RESTS"]);
    world.wait(24 * 3_600_000);
    expect(await statusIn(elsewhere)).toBe("OK");

    const told: Array<{ readonly to: string; readonly text: string }> = [];
    const codes = {
      sendText: async ({ to, text }: { readonly to: string; readonly text: string }) => {
        told.push({ to, text });
        return { providerReference: "1" };
      },
      call: async () => ({ providerReference: "1" }),
    };
    const service = { publicUrl: "https://unterschreiben.siegel.example", provider: "Siegel" };
    await sendChangeText({ ...depsOver(), service, codes }, { changeId: change.change_id });
    expect(told).toMatchObject([
      { to: expect.stringMatching(/^\+491/), text: expect.stringContaining("/certManager/stop/") },
    ]);
    expect(told[0]?.text.length).toBeLessThanOrEqual(160);
    const secret = told[0]?.text.split("/").at(-1) ?? "";
    expect(await changeOfLink(depsOver(), secret)).toMatchObject({ changeId: change.change_id });
    world.wait(30 * 24 * 3_600_000);
    expect(await changeOfLink(depsOver(), secret)).toBeNull();
  });
});
