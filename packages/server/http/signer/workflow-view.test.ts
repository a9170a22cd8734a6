/** What a signer's pages are told of the organisation they seal for, of their certificate, and of who else signs. */
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import type { SignerId } from "@siegel/contract/ids.ts";
import { describe, expect, it } from "vitest";
import { verifiedOrganisation } from "../../rooms/accounts/accounts.ts";
import { type Created, create, markAsSigned, sentWorkflow, signer } from "../../test/api-client.ts";
import { logIn, type Sent, send } from "../../test/sent-workflow.ts";
import { nth } from "../../test/signing-world.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

const idsIn = (created: Created): Sent => ({
  workflowId: created.workflow_id,
  signerIds: created.signers.map(({ signer_id }) => signer_id),
  fileIds: [],
});

async function namedBy(asked: { type: "a_seal" | "a_signature"; organisation?: string }): Promise<string | null> {
  const sent = await send(server.current(), { signers: [asked] });
  const who = await logIn(server.current(), sent);
  const { data } = await who.call("GET", `workflow/getWorkflow/${who.workflowId}`);
  return (data as { workflow: WorkflowView }).workflow.organisation;
}

describe("the organisation a signer's pages name", () => {
  it("is for a seal the verified one, whatever the sender wrote and where they wrote nothing", async () => {
    const verified = await verifiedOrganisation(server.current().deps.db, server.current().organisationId);
    expect(verified?.legalName).toBeTruthy();
    expect(await namedBy({ type: "a_seal", organisation: "Werk am Hafen" })).toBe(verified?.legalName);
    expect(await namedBy({ type: "a_seal" })).toBe(verified?.legalName);
  });

  it("is for a person's signature what the sender said of them, if anything", async () => {
    expect(await namedBy({ type: "a_signature", organisation: "Werk am Hafen" })).toBe("Werk am Hafen");
    expect(await namedBy({ type: "a_signature" })).toBeNull();
  });

  it("is told to the sender where it is not what they wrote, and not where it is", async () => {
    const verified = await verifiedOrganisation(server.current().deps.db, server.current().organisationId);
    const signers = [
      signer("a", "a_seal", { organisation: "Werk am Hafen" }),
      signer("b", "a_seal", { organisation: verified?.legalName ?? "" }),
      signer("c", "a_seal"),
      signer("d", "a_signature", { organisation: "Werk am Hafen" }),
    ];
    const told = (await create(server.current(), { signers })).signers.map(({ notices }) => notices);
    expect(told).toEqual([[expect.stringContaining(`"${verified?.legalName}"`)], [], [], []]);
  });
});

describe("the certificate of a qualified signer", () => {
  it("[S-052] [S-169] is asked for by qualified signers only, and is missing until they were met", async () => {
    const sent = await send(server.current(), { signers: [{ type: "a_seal" }] });
    const who = await logIn(server.current(), sent);
    const asked = () => who.call("GET", "certificates/getCertificate");
    expect(await asked()).toMatchObject({ status: 403, code: "WRONG_SIGNER_TYPE" });
    for (const type of ["q_seal", "q_signature"] as const) {
      const { db } = server.current().deps;
      await db
        .updateTable("signer")
        .set({ type })
        .where("signer_id", "=", nth(sent.signerIds, 0) as SignerId)
        .execute();
      expect(await asked()).toMatchObject({
        status: 200,
        data: {
          certificate_exists: false,
          signer_exists: false,
          phone_exists: false,
          signer_seal_identified: false,
          certificate_state: "MISSING",
          masked_phone: null,
          phone_type: -1,
        },
      });
    }
  });
});

describe("a name with characters that no font has", () => {
  it("is told to the sender with their numbers, which signatures show; what fonts have needs no word", async () => {
    const signers = [
      signer("a", "s_signature", { first_name: "Kim 🦊", last_name: "Lang 🖋" }),
      signer("b", "a_seal", { first_name: "🦊" }),
      signer("c", "a_signature", { first_name: "Łukasz", last_name: "漢 สม สวัสดี שלום" }),
    ];
    const told = (await create(server.current(), { signers })).signers.map(({ notices }) => notices);
    const named = (which: string) =>
      `The name has characters that no font has: ${which}. Signatures and reports show their numbers instead.`;
    expect(told).toEqual([[named("🦊 (U+1F98A), 🖋 (U+1F58B)")], [named("🦊 (U+1F98A)")], []]);
  });
});

describe("the others", () => {
  const simple = (reference: string) => signer(reference, "s_signature");
  async function viewAs(created: Created, n: number): Promise<WorkflowView> {
    const who = await logIn(server.current(), idsIn(created), n);
    const { data } = await who.call("GET", `workflow/getWorkflow/${who.workflowId}`);
    return (data as { workflow: WorkflowView }).workflow;
  }
  const othersAs = async (created: Created, n: number): Promise<string> => (await viewAs(created, n)).others;

  it("are none where one signs alone", async () => {
    expect(await othersAs(await create(server.current(), { signers: [simple("a")] }), 0)).toBe("NONE");
  });

  it("are still to sign until all of them have, whatever this signer has done", async () => {
    const created = await create(server.current(), { signers: ["a", "b", "c"].map(simple) });
    await markAsSigned(server.current(), created, 1);
    expect([await othersAs(created, 0), await othersAs(created, 1)]).toEqual(["OPEN", "OPEN"]);
    await markAsSigned(server.current(), created, 2);
    expect([await othersAs(created, 0), await othersAs(created, 1)]).toEqual(["SIGNED", "OPEN"]);
  });

  it("fill in something only while one has fields to and has not signed; one's own, and places of signatures, are none", async () => {
    const { documents } = await sentWorkflow();
    const document = documents[0]?.name ?? "";
    const rect: [number, number, number, number] = [60, 60, 120, 30];
    const field = (kind: "text" | "signature") => ({ document, kind, page: 1, rect });
    const signers = [
      signer("a", "s_signature", { fields: [field("text")] }),
      signer("b", "s_signature", { fields: [field("signature")] }),
    ];
    const created = await create(server.current(), { signers });
    const fill = async (n: number) => (await viewAs(created, n)).others_fill;
    expect([await fill(0), await fill(1)]).toEqual([false, true]);
    await markAsSigned(server.current(), created, 0);
    expect(await fill(1)).toBe(false);
  });
});
