/** A certificate is revoked once, with all that hangs on it (docs/decisions/0024). */
import { describe, expect, it } from "vitest";
import { useQualifiedWorld } from "../../test/qualified-world.ts";
import { nth } from "../../test/signing-world.ts";
import { destroyRevokedKey, revokeCertificate } from "./revocation.ts";

const house = useQualifiedWorld();

describe("revoking the certificate of a signer who has a code", () => {
  it("ends the code, signs nothing, and is answered the first time once more [T-059]", async () => {
    const { world } = house;
    const { db } = world.deps;
    const sent = await world.send([{ type: "q_signature", firstName: "Ada" }]);
    await world.confirm(sent, 0);
    const asked = await house.ask(sent);
    if (!asked.ok) throw new Error(asked.code);
    const typed = house.arrived(asked.challenge.id);
    const living = db
      .selectFrom("signing_preparation")
      .select("credential")
      .where("signer_id", "=", nth(sent.signerIds, 0))
      .where("ended", "is", null);
    const prepared = await living.executeTakeFirst();
    const certificateId = prepared?.credential.replace("qualified:", "") ?? "";
    const wish = {
      certificateId,
      reason: "keyCompromise",
      by: { kind: "system", ip: "192.0.2.1" },
      evidence: "both codes",
      language: "de",
    } as const;
    const both = await Promise.all([revokeCertificate(world.deps, wish), revokeCertificate(world.deps, wish)]);
    expect(both.map((one) => one?.ok)).toEqual([true, true]);
    expect(both.filter((one) => one?.ok === true && one.isFirst)).toHaveLength(1);
    const uses = house.keyUses();
    expect(await house.sign(sent, typed)).toMatchObject({ ok: false });
    expect(house.keyUses()).toBe(uses);
    expect(await living.execute()).toEqual([]);
    const revoked = await db.selectFrom("audit_event").selectAll().where("type", "=", "certificate.revoked").execute();
    expect(revoked).toHaveLength(1);
    expect(await world.jobs("publish-crl")).toEqual([{ issuer: "qualified-1" }]);
    expect(await world.jobs("destroy-key")).toEqual([{ certificateId }]);
    expect(await world.jobs("send-revocation-mail")).toMatchObject([{ certificateId, language: "de" }]);
    await destroyRevokedKey(world.deps, certificateId);
    await destroyRevokedKey(world.deps, certificateId);
    const { key_id: keyId } = await db
      .selectFrom("signer_certificate")
      .select("key_id")
      .where("certificate_id", "=", certificateId)
      .executeTakeFirstOrThrow();
    expect(await db.selectFrom("password_key").select("key_id").where("key_id", "=", keyId).execute()).toEqual([]);
  });

  it("knows no certificate of another id", async () => {
    const wish = { reason: "superseded", by: { kind: "system" }, evidence: "none", language: "en" } as const;
    expect(await revokeCertificate(house.world.deps, { ...wish, certificateId: "nobody" })).toBeNull();
  });
});
