import { createHash } from "node:crypto";
import { parseSignedData } from "@siegel/kernel/cms/signed-data.ts";
import { listSignatures } from "@siegel/kernel/pades/list-signatures.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { nameAttribute } from "@siegel/kernel/x509/name.ts";
import { describe, expect, it } from "vitest";
import { expectStoreProves } from "../../test/expect-store-proves.ts";
import { nth, type Sent } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { readTrail, verifyTrail } from "../audit-trail/audit-trail.ts";
import { filesOf, revisionsOf, updateValues } from "../documents/documents.ts";
import { loadWorkflow } from "../workflows/workflows.ts";
import { readActState, type SigningCall, signNow } from "./signing.ts";

const world = useSigningWorld();

const textField = {
  document: "contract-0.pdf",
  kind: "text" as const,
  page: 1,
  rect: [72, 200, 200, 24] as [number, number, number, number],
  name: "city",
  required: true,
};
const box = {
  document: "contract-0.pdf",
  kind: "signature" as const,
  page: 1,
  rect: [72, 300, 220, 70] as [number, number, number, number],
};

const callOf = (sent: Sent, n: number, approval: SigningCall["approval"]): SigningCall => ({
  workflowId: sent.workflowId,
  signerId: nth(sent.signerIds, n),
  ip: "192.0.2.7",
  userAgent: "test",
  approval,
});
const press = (sent: Sent, n: number) => signNow(world.deps, callOf(sent, n, { kind: "button" }));

/** What a signer's page does: told to wait after five seconds, it asks again. */
async function pressUntilDone(sent: Sent, n: number): Promise<string> {
  const answer = await press(sent, n);
  if (!answer.ok) return answer.code;
  return answer.status === "PENDING" ? await pressUntilDone(sent, n) : answer.status;
}

async function signaturesIn(sent: Sent, file = 0) {
  const stored = nth(await filesOf(world.deps.db, sent.workflowId), file);
  const source = await world.deps.blobs.open(stored.latest.sha256);
  try {
    return listSignatures(openPdf(source)).signatures.map((one) => ({
      fieldName: one.fieldName,
      subFilter: one.subFilter,
      contents: Uint8Array.from(one.contents),
      covers: one.coversWholeFile,
    }));
  } finally {
    await source.close();
  }
}

async function bytesOf(sha256: Parameters<typeof world.deps.blobs.open>[0]): Promise<Uint8Array> {
  const source = await world.deps.blobs.open(sha256);
  const bytes = Uint8Array.from(source.read(0, source.size));
  await source.close();
  return bytes;
}

const holderOf = (contents: Uint8Array): string | null => {
  const { certificates, signerInfo } = parseSignedData(contents);
  const signer = certificates.find((one) => one.serialNumber === signerInfo.serialNumber);
  return signer === undefined ? null : nameAttribute(signer.subject, "commonName");
};

describe("signing", () => {
  it("tells of the signature before what follows from it", async () => {
    const signers = [
      { type: "s_signature" as const, firstName: "Ada" },
      { type: "s_signature" as const, firstName: "Bea" },
    ];
    const sent = await world.send(signers, { sequential: true });
    for (const n of [0, 1]) {
      await world.confirm(sent, n);
      expect(await press(sent, n)).toMatchObject({ ok: true });
    }
    const told = ["signing.signed", "signer.invited", "workflow.finished"];
    const events = (await readTrail(world.deps.db, sent.workflowId)).map((event) => event.type);
    expect(events.filter((type) => told.includes(type))).toEqual([
      "signer.invited",
      "signing.signed",
      "signer.invited",
      "signing.signed",
      "workflow.finished",
    ]);
  });

  it("[S-138] [S-139] [S-147] [T-004] a lone s_signature finishes the workflow with the service's seal at B-LTA", async () => {
    const sent = await world.send([{ type: "s_signature", firstName: "Ada", fields: [textField, box] }], {
      documents: 2,
    });
    await world.confirm(sent, 0, { city: "Grüße aus Łódź" });
    const answer = await press(sent, 0);
    expect(answer).toMatchObject({ ok: true, status: "FINISHED", authToken: expect.stringMatching(/^[0-9a-z]{26}$/) });
    expect((await loadWorkflow(world.deps.db, sent.workflowId))?.workflow.status).toBe("FINISHED");
    for (const file of [0, 1]) {
      const [signature, timestamp, ...more] = await signaturesIn(sent, file);
      expect(more).toEqual([]);
      expect(signature?.subFilter).toBe("ETSI.CAdES.detached");
      expect(holderOf(signature?.contents ?? new Uint8Array())).toBe("Testdienst Development Signing Service 1");
      expect(timestamp).toMatchObject({ subFilter: "ETSI.RFC3161", covers: true });
    }
    expect(await world.jobs("send-message")).toContainEqual({
      messageKind: "finished",
      workflowId: sent.workflowId,
      signerId: null,
    });
    expect((await verifyTrail(world.deps.db)).faults).toEqual([]);
  });

  it("[S-141] [S-142] [T-002] [T-003] a code releases the person's own certificate; every revision begins with the one before", async () => {
    const sent = await world.send([
      { type: "a_signature", firstName: "Jürgen", fields: [box] },
      { type: "s_signature", firstName: "Bea" },
    ]);
    await world.confirm(sent, 0);
    await world.confirm(sent, 1);
    const code = await world.code(sent, 0);
    expect(await signNow(world.deps, callOf(sent, 0, { kind: "code", ...code }))).toMatchObject({
      ok: true,
      status: "SIGNED",
      authToken: code.authToken,
    });
    const [first, ...rest] = await signaturesIn(sent);
    expect(holderOf(first?.contents ?? new Uint8Array())).toBe("Jürgen Müller");
    expect(rest).toEqual([]);
    await expectStoreProves(world.deps.db, {
      file: await bytesOf(nth(await filesOf(world.deps.db, sent.workflowId), 0).latest.sha256),
      cms: first?.contents ?? new Uint8Array(),
    });
    expect(await press(sent, 1)).toMatchObject({ status: "FINISHED" });
    const revisions = await revisionsOf(world.deps.db, nth(sent.fileIds, 0));
    let before: Uint8Array = new Uint8Array();
    for (const revision of revisions) {
      const bytes = await bytesOf(revision.sha256);
      expect(Buffer.compare(bytes.subarray(0, before.length), before)).toBe(0);
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(revision.sha256);
      before = bytes;
    }
    expect(revisions.map((revision) => revision.cause.kind)).toEqual(["original", "intake", "signature", "signature"]);
  });

  it("[S-141] a_seal carries the verified organisation's name; without a verified one it is refused before the code is looked at", async () => {
    const sent = await world.send([{ type: "a_seal", firstName: "Frauke" }]);
    await world.confirm(sent, 0);
    const code = await world.code(sent, 0);
    const register = await world.deps.db.selectFrom("organisation_register").selectAll().executeTakeFirstOrThrow();
    await world.deps.db.deleteFrom("organisation_register").execute();
    expect(await signNow(world.deps, callOf(sent, 0, { kind: "code", ...code }))).toEqual({
      ok: false,
      code: "ORGANIZATION_NOT_VERIFIED",
    });
    await world.deps.db
      .insertInto("organisation_register")
      .values({ ...register, representatives: JSON.stringify(register.representatives) })
      .execute();
    expect(await signNow(world.deps, callOf(sent, 0, { kind: "code", ...code }))).toMatchObject({
      ok: true,
      status: "FINISHED",
    });
    expect(holderOf((await signaturesIn(sent))[0]?.contents ?? new Uint8Array())).toBe(
      "Hafenwerk Wohnungsgenossenschaft eG",
    );
  });

  it("[T-009] signers at the same instant all get their signature, and only the last makes the document timestamp", async () => {
    const signers = ["Ada", "Bea", "Cyd", "Dot"].map((firstName) => ({ type: "s_signature" as const, firstName }));
    const sent = await world.send(signers, { documents: 2 });
    for (const n of signers.keys()) await world.confirm(sent, n);
    const statuses = await Promise.all([...signers.keys()].map((n) => pressUntilDone(sent, n)));
    // The last signer was told so. On a busy machine others may have looked again after that and were told the same.
    expect(statuses).toContain("FINISHED");
    expect(statuses.filter((status) => status !== "FINISHED" && status !== "SIGNED")).toEqual([]);
    const events = (await readTrail(world.deps.db, sent.workflowId)).map((event) => event.type);
    const ends = events.filter((type) => type === "signing.signed" || type === "workflow.finished");
    expect(ends).toEqual([...Array.from({ length: 8 }, () => "signing.signed"), "workflow.finished"]);
    for (const file of [0, 1]) {
      const found = await signaturesIn(sent, file);
      expect(
        found
          .map((one) => one.fieldName)
          .slice(0, 4)
          .sort(),
      ).toEqual(sent.signerIds.map((id) => `Sig_${id}`).sort());
      expect(found.map((one) => one.subFilter).slice(4)).toEqual(["ETSI.RFC3161"]);
    }
  });

  it("[T-012] a value changed after the code was sent kills the code", async () => {
    const sent = await world.send([{ type: "a_signature", firstName: "Eve", fields: [textField] }]);
    await world.confirm(sent, 0, { city: "Kiel" });
    const code = await world.code(sent, 0);
    await world.confirm(sent, 0, { city: "Köln" });
    expect(await signNow(world.deps, callOf(sent, 0, { kind: "code", ...code }))).toEqual({
      ok: false,
      code: "WORKFLOW_CHANGED",
    });
    await world.confirm(sent, 0, { city: "Kiel" });
    expect(await signNow(world.deps, callOf(sent, 0, { kind: "code", ...code }))).toMatchObject({ ok: false });
    expect(await readActState(world.deps.db, nth(sent.signerIds, 0))).toEqual({ status: "NONE" });
    world.wait(61_000);
    const fresh = await world.code(sent, 0);
    expect(await signNow(world.deps, callOf(sent, 0, { kind: "code", ...fresh }))).toMatchObject({
      ok: true,
      status: "FINISHED",
    });
  });

  it("refuses what is not confirmed, not filled, not this signer's way of signing, not their turn, and a wrong code", async () => {
    const sent = await world.send(
      [
        { type: "s_signature", firstName: "Ada", fields: [textField] },
        { type: "a_signature", firstName: "Bea" },
      ],
      { sequential: true },
    );
    expect(await press(sent, 0)).toEqual({ ok: false, code: "FIELD_REQUIRED" });
    const filled = {
      id: nth(sent.fileIds, 0),
      xfdf_annotations: [{ annotation_id: `${nth(sent.signerIds, 0)}.city`, value: "Kiel" }],
    };
    await updateValues(world.deps, {
      workflowId: sent.workflowId,
      signerId: nth(sent.signerIds, 0),
      files: [filled],
      ip: "192.0.2.1",
    });
    expect(await press(sent, 0)).toEqual({ ok: false, code: "FILES_NOT_CONFIRMED" });
    expect(await signNow(world.deps, callOf(sent, 0, { kind: "code", authToken: "x", otp: "000000" }))).toEqual({
      ok: false,
      code: "WRONG_SIGNER_TYPE",
    });
    expect(await press(sent, 1)).toEqual({ ok: false, code: "WRONG_SIGNER_TYPE" });
    expect(await signNow(world.deps, callOf(sent, 1, { kind: "code", authToken: "x", otp: "000000" }))).toEqual({
      ok: false,
      code: "NOT_YOUR_TURN",
    });
    await world.confirm(sent, 0, { city: "Kiel" });
    expect(await press(sent, 0)).toMatchObject({ ok: true, status: "SIGNED" });
    await world.confirm(sent, 1);
    const code = await world.code(sent, 1);
    const wrong = code.otp === "000000" ? "000001" : "000000";
    expect(
      await signNow(world.deps, callOf(sent, 1, { kind: "code", authToken: code.authToken, otp: wrong })),
    ).toMatchObject({ ok: false, code: "CHECK_SMS_PIN_WRONG" });
    expect(await signNow(world.deps, callOf(sent, 1, { kind: "code", ...code }))).toMatchObject({
      ok: true,
      status: "FINISHED",
    });
    expect(await signNow(world.deps, callOf(sent, 1, { kind: "code", ...code, authToken: "another" }))).toEqual({
      ok: false,
      code: "ALREADY_SIGNED",
    });
  });

  it("uses one certificate for the same organisation, e-mail and name, and another for another name", async () => {
    const serials: Array<string | undefined> = [];
    for (const firstName of ["Zoë", "Zoe", "Chloë"]) {
      const sent = await world.send([{ type: "a_signature", firstName }]);
      await world.confirm(sent, 0);
      world.wait(61_000);
      await signNow(world.deps, callOf(sent, 0, { kind: "code", ...(await world.code(sent, 0)) }));
      serials.push(parseSignedData(nth(await signaturesIn(sent), 0).contents).signerInfo.serialNumber);
    }
    expect(serials[0]).toBe(serials[1]);
    expect(serials[2]).not.toBe(serials[0]);
  });
});
