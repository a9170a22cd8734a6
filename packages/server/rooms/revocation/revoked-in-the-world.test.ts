/** What the world sees of a revocation: OCSP at once, the list within seconds, the holder's mail, and no key any more (docs/decisions/0024). */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { parseCrl } from "@siegel/kernel/revocation/crl.ts";
import { buildOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { describe, expect, it } from "vitest";
import { nextMessage } from "../../../../fixtures/inbox.ts";
import { makeAccount } from "../../test/administrators.ts";
import { create, idsOf, signer } from "../../test/api-client.ts";
import { useMailWorld } from "../../test/mail-world.ts";
import { meet } from "../../test/qualified-signer.ts";
import { certificateFor } from "../certificates/certificates.ts";
import { loadSigner } from "../workflows/workflows.ts";
import { revokeCertificate } from "./revocation.ts";

const world = useMailWorld();
const fetched = async (path: string, body?: Uint8Array): Promise<Uint8Array> => {
  const headers = { "content-type": "application/ocsp-request" };
  const asked = body === undefined ? {} : { method: "POST", headers, body: Buffer.from(body) };
  return new Uint8Array(await (await fetch(`${world.server.url}${path}`, asked)).arrayBuffer());
};

describe("a certificate that is revoked", () => {
  it.each(["de", "en"] as const)(
    "is revoked for everybody within seconds, and its holder is told (%s) [T-022]",
    async (language) => {
      const { db } = world.server.deps;
      const met = await meet(world.server);
      const { certificateId, email } = met;
      const row = await db
        .selectFrom("signer_certificate")
        .select(["certificate", "serial", "key_id"])
        .where("certificate_id", "=", certificateId)
        .executeTakeFirstOrThrow();
      const certificate = parseCertificate(new Uint8Array(row.certificate));
      const issuer = parseCertificate(await fetched("/pki/ca/qualified-1.cer"));
      const status = async () => {
        const answer = parseOcspResponse(await fetched("/pki/ocsp", buildOcspRequest({ certificate, issuer })));
        return answer.status === "successful" ? answer.responses[0]?.status : answer.status;
      };
      expect(await status()).toMatchObject({ state: "good" });
      await revokeCertificate(world.server.deps, {
        certificateId,
        reason: "keyCompromise",
        by: { kind: "system" },
        evidence: "both codes",
        language,
      });
      expect(await status()).toMatchObject({ state: "revoked", reason: "keyCompromise" });
      const isListed = async () => parseCrl(await fetched("/pki/crl/qualified-1.crl")).entries.has(row.serial);
      await expect.poll(isListed, { timeout: 5_000 }).toBe(true);
      const mail = await nextMessage(world.sandbox.url, email, { channel: "mail" });
      expect(mail.subject).toBe({ de: "Ihr Zertifikat ist gesperrt", en: "Your certificate is revoked" }[language]);
      expect(mail.text).toContain(row.serial.toUpperCase().replace(/(..)(?=.)/g, "$1:"));
      const keys = async () =>
        await db.selectFrom("password_key").select("key_id").where("key_id", "=", row.key_id).execute();
      await expect.poll(keys, { timeout: 5_000 }).toEqual([]);
    },
  );

  it("of an organisation's seal is told to its administrators", async () => {
    const { server, sandbox } = world;
    const { email } = await makeAccount(server);
    const created = await create(server, { signers: [signer("one", "a_seal", { organisation: "Hafenwerk" })] });
    const { workflow, signer: signed } = idsOf(created);
    const context = await loadSigner(server.deps.db, workflow as WorkflowId, signed as SignerId);
    const found = context === null ? null : await certificateFor(server.deps, context);
    if (found?.ok !== true) throw new Error("no certificate of the organisation");
    const { certificateId } = found.certificate;
    const why = { reason: "cessationOfOperation", by: { kind: "system" }, evidence: "a letter" } as const;
    await revokeCertificate(server.deps, { certificateId, ...why, language: "en" });
    const mail = await nextMessage(sandbox.url, email, { channel: "mail" });
    expect(mail.subject).toMatch(/^Ein Siegelzertifikat von .+ ist gesperrt$/);
  });
});
