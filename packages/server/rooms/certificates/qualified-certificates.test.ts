/** Whose a qualified certificate is, and which of them somebody can sign with. */
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { storePasswordKey } from "../../test/password-key-row.ts";
import { nth } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { issueOrganisationCertificate, issuePersonCertificate } from "../authority/authority.ts";
import { loadSigner } from "../workflows/workflows.ts";
import { certificateFor, certificateHeldBy, forgetCertificates } from "./certificates.ts";
import { readCertificate } from "./certificates-store.ts";
import { keepQualified, type MetHolder, qualifiedOf, standingOf } from "./qualified-certificates.ts";

const world = useSigningWorld();

const ada = { firstName: "Ada", lastName: "Löw", email: "Ada@mail.example ", phone: "+4915112345678" };
const register = { country: "DE", legalName: "Hafenwerk GmbH", organizationIdentifier: "NTRDE-HRB1" };
const asPerson: MetHolder = { ...ada, kind: "person", organisationId: null, personId: "ada" };
const sealOf = (organisationId: string, personId = "ada"): MetHolder => ({
  ...ada,
  kind: "organisation",
  organisationId,
  personId,
});

/** Issues a certificate and keeps it for that holder; its id, or null where they have one. */
async function keep(holder: MetHolder): Promise<string | null> {
  const { deps } = world;
  const { keyId, subjectPublicKeyInfo } = await deps.keys.generate("p256");
  await storePasswordKey(deps.db, keyId);
  const certificateId = deps.random.id();
  const key = { level: "qes", subjectPublicKeyInfo, subjectId: certificateId } as const;
  const issued =
    holder.kind === "person"
      ? await issuePersonCertificate(deps, { ...holder, ...key })
      : await issueOrganisationCertificate(deps, { ...register, organisationId: holder.organisationId, ...key });
  return (await keepQualified(deps, holder, { ...issued, certificateId, keyId })) ? certificateId : null;
}

const found = async (wanted: Partial<MetHolder> = {}) =>
  (await qualifiedOf(world.deps, { ...asPerson, ...wanted } as MetHolder))?.certificateId ?? null;

async function stateAt(now: Date) {
  const { state, certificate } = await standingOf({ ...world.deps, clock: { now: () => now } }, asPerson);
  expect(certificate !== null).toBe(state === "OK");
  return state;
}

describe("a qualified certificate", () => {
  beforeEach(async () => {
    await world.deps.db.deleteFrom("signer_certificate").execute();
  });

  it("is found by mailbox and name for every sender, with the phone of the person who was met, which no row shows", async () => {
    const certificateId = await keep(asPerson);
    expect(await qualifiedOf(world.deps, { ...asPerson, email: "ada@mail.example", lastName: "Loew" })).toMatchObject({
      certificateId,
      personId: "ada",
      phone: ada.phone,
      chain: [expect.any(Uint8Array)],
    });
    const row = await readCertificate(world.deps.db, certificateId ?? "");
    expect(row).toMatchObject({ level: "qes", organisationId: null });
    expect(Buffer.from(row.phone ?? []).includes(ada.phone)).toBe(false);
    for (const other of [{ email: "eva@mail.example" }, { firstName: "Eva" }, { lastName: "Lau" }])
      expect(await found(other), JSON.stringify(other)).toBeNull();
    for (const seal of [sealOf("org"), sealOf("other")]) expect(await found(seal)).toBeNull();
  });

  it("to seal is one representative's own for one organisation, beside their own and beside another's", async () => {
    const [own, here, there] = [await keep(asPerson), await keep(sealOf("org")), await keep(sealOf("other"))];
    expect(new Set([own, here, there]).size).toBe(3);
    expect([await found(), await found(sealOf("org")), await found(sealOf("other"))]).toEqual([own, here, there]);
    expect(await found(sealOf("third"))).toBeNull();
    expect(await found({ ...sealOf("org"), firstName: "Eva" })).toBeNull();
    // Another representative who reads the same mailbox has their own.
    expect(await keep({ ...sealOf("org", "eva"), firstName: "Eva" })).not.toBeNull();
    expect(await found({ ...sealOf("org"), firstName: "Eva" })).not.toBeNull();
  });

  it("is one at a time: a second of the same person is not kept until the first has ended", async () => {
    const first = await keep(asPerson);
    expect(await keep(asPerson)).toBeNull();
    expect(await keep({ ...asPerson, email: "ada@else.example" })).toBeNull();
    const stored = world.deps.db.updateTable("signer_certificate").where("certificate_id", "=", first ?? "");
    await stored.set({ replaced_at: new Date() }).execute();
    const second = await keep(asPerson);
    expect(await found()).toBe(second);
  });

  it("is not found once it is revoked, or over, or its row was changed", async () => {
    const id = (await keep(asPerson)) ?? "";
    const { serial, notAfter, phone } = await readCertificate(world.deps.db, id);
    const stored = world.deps.db.updateTable("signer_certificate").where("certificate_id", "=", id);
    const forged = sql`decode('00', 'hex')`;
    for (const [changed, back] of [
      [{ person_id: "eva" }, { person_id: "ada" }],
      [{ phone: forged as never }, { phone: Buffer.from(phone ?? []) }],
      [{ email: "eva@mail.example" }, { email: "ada@mail.example" }],
    ] as const) {
      await stored.set(changed).execute();
      expect(await found({ email: "email" in changed ? changed.email : ada.email })).toBeNull();
      await stored.set(back).execute();
      expect(await found()).toBe(id);
    }
    expect(await stateAt(notAfter)).toBe("EXPIRED");
    // What is left must be enough for a code and the signature after it.
    expect(await stateAt(new Date(notAfter.getTime() - 300_000 + 1))).toBe("ENDS_SOON");
    expect(await stateAt(new Date(notAfter.getTime() - 300_000))).toBe("OK");
    const key = world.deps.db.updateTable("password_key");
    await key.set({ locked_at: new Date() }).execute();
    expect(await standingOf(world.deps, asPerson)).toEqual({ isKnown: true, state: "LOCKED", certificate: null });
    await key.set({ locked_at: null }).execute();
    await world.deps.db
      .updateTable("issued_certificate")
      .set({ status: "revoked", revoked_at: new Date(), reason: "keyCompromise" })
      .where("serial", "=", serial)
      .execute();
    expect(await found()).toBeNull();
    expect(await standingOf(world.deps, asPerson)).toEqual({ isKnown: true, state: "REVOKED", certificate: null });
  });

  it("is never an advanced signer's, and an advanced one never qualified, whatever a row says", async () => {
    const sent = await world.send([{ type: "a_signature", firstName: "Ada" }]);
    const context = await loadSigner(world.deps.db, sent.workflowId, nth(sent.signerIds, 0));
    if (context === null) throw new Error("the signer is not there");
    const { firstName, lastName, email } = context.signer;
    const id = (await keep({ ...asPerson, firstName, lastName, email })) ?? "";
    const advanced = await certificateFor(world.deps, context);
    if (!advanced.ok) throw new Error(advanced.code);
    expect(advanced.certificate.certificateId).not.toBe(id);
    expect(await certificateHeldBy(world.deps, id, context)).toBeNull();
    const stored = world.deps.db.updateTable("signer_certificate");
    const { organisationId } = context.workflow;
    await stored
      .set({ level: "aes", organisation_id: organisationId, replaced_at: new Date() })
      .where("certificate_id", "=", id)
      .execute();
    expect(await certificateHeldBy(world.deps, id, context)).toBeNull();
    await stored
      .set({ level: "qes", organisation_id: null, person_id: "ada", phone: Buffer.from("phone") })
      .where("certificate_id", "=", advanced.certificate.certificateId)
      .execute();
    expect(await qualifiedOf(world.deps, { ...asPerson, firstName, lastName, email })).toBeNull();
  });

  it("stays a person's own when an organisation is forgotten, whose seals go with their keys", async () => {
    const [own, seal, other] = [await keep(asPerson), await keep(sealOf("org")), await keep(sealOf("other"))];
    const { keyId } = await readCertificate(world.deps.db, seal ?? "");
    await forgetCertificates(world.deps, "org");
    const left = await world.deps.db.selectFrom("signer_certificate").select("certificate_id").execute();
    expect(new Set(left.map((row) => row.certificate_id))).toEqual(new Set([own, other]));
    await expect(world.deps.keys.signer(keyId)).rejects.toThrow(keyId);
  });

  it("has a row only with a person and their phone, and with an organisation where it seals for one", async () => {
    const columns = { issuer: "i", certificate: Buffer.from("der"), key_id: "k", folded_name: "a|b", email: "a@b" };
    const dates = { not_before: new Date(), not_after: new Date(), created_at: new Date() };
    const insert = async (row: Readonly<Record<string, unknown>>) => {
      const id = world.deps.random.id();
      const all = { ...columns, ...dates, certificate_id: id, serial: id, kind: "person", holder_mac: null, ...row };
      await world.deps.db
        .insertInto("signer_certificate")
        .values(all as never)
        .execute();
    };
    const [phone, person_id, organisation_id] = [Buffer.from("sealed"), "p", "o"];
    await insert({ level: "qes", person_id, phone });
    await insert({ level: "qes", person_id, phone, kind: "organisation", organisation_id });
    await insert({ organisation_id });
    for (const row of [
      {},
      { level: "qes" },
      { level: "qes", person_id: "q" },
      { level: "qes", phone },
      { level: "qes", person_id: "q", phone, organisation_id },
      { level: "qes", person_id: "q", phone, kind: "organisation" },
      { level: "else", person_id: "q", phone },
    ])
      await expect(insert(row), JSON.stringify(row)).rejects.toThrow(/violates check/);
  });
});
