/** Quick login: who comes in without being asked, and what they are asked before a certificate is issued in their name. */
import { getWorkflow } from "@siegel/contract/calls/workflow.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { describe, expect, it } from "vitest";
import { logIn, requestLogin } from "../../../../fixtures/signer-client.ts";
import { readTrail } from "../../rooms/audit-trail/audit-trail.ts";
import { currentTerms } from "../../rooms/login/login.ts";
import { type Created, call, create, idsOf, signer } from "../../test/api-client.ts";
import { useCodeWorld } from "../../test/code-signer.ts";

const world = useCodeWorld();
const server = { current: () => world.server };
const quick = { gtcChecked: true, quick: true };
const linkOf = (created: Created): string => created.signers[0]?.url ?? "";

async function acceptancesOf(created: Created): Promise<Array<{ act: string; version: string; accepted_at: Date }>> {
  const query = server.current().deps.db.selectFrom("terms_acceptance").select(["act", "version", "accepted_at"]);
  return await query
    .where("signer_id", "=", idsOf(created).signer as SignerId)
    .orderBy("accepted_at")
    .execute();
}

async function needsOf(created: Created) {
  const { workflow, signer: signer_id } = idsOf(created);
  const body = { workflow_id: workflow, signer_id };
  return (await call(server.current(), "POST", "/api/workflow/checkWorkflow", { body })).body.data;
}

describe("quick login", () => {
  it("[S-024] [S-064] is offered where the sender asked for it and set no password, by a link of its own", async () => {
    const wished = await create(server.current(), { quick_login: true });
    expect(linkOf(wished)).toContain("/quickn8/");
    expect((await needsOf(wished)).quick_login).toBe(true);
    const unwished = await create(server.current());
    expect(linkOf(unwished)).toContain("/login/");
    expect((await needsOf(unwished)).quick_login).toBe(false);
    const guarded = await create(server.current(), { quick_login: true, password: "open sesame" });
    expect(linkOf(guarded)).toContain("/login/");
    expect((await needsOf(guarded)).quick_login).toBe(false);
  });

  it("[S-066] records the terms as the sender's declaration, with version and time", async () => {
    const created = await create(server.current(), { quick_login: true, signers: [signer("a", "s_signature")] });
    await logIn(linkOf(created), quick);
    const { clock, db } = server.current().deps;
    const { version } = currentTerms("de");
    expect(await acceptancesOf(created)).toEqual([
      { act: "declared by the sender", version, accepted_at: clock.now() },
    ]);
    const trail = await readTrail(db, created.workflow_id as WorkflowId);
    const declared = trail.find((event) => event.type === "signer.terms-declared");
    expect(declared).toMatchObject({ actorKind: "sender", signerId: idsOf(created).signer });
    expect(trail.map((event) => event.type)).not.toContain("signer.accepted-terms");
    expect((await needsOf(created)).terms_accepted).toBe(true);
  });

  it.each([
    ["no quick login was asked for", {}, "TERMS_NOT_ACCEPTED"],
    ["there is a password", { quick_login: true, password: "open sesame" }, "WRONG_PASSWORD"],
  ])("[S-064] [S-065] declares nothing for a signer where %s, whatever the call says", async (_, change, code) => {
    const created = await create(server.current(), { ...change, signers: [signer("a", "s_signature")] });
    expect((await requestLogin(linkOf(created), quick)).body).toMatchObject({ success: false, code });
    expect(await acceptancesOf(created)).toEqual([]);
  });

  it("[S-065] with a password lets in whoever knows it, and the terms are ticked by the signer", async () => {
    const password = "open sesame";
    const created = await create(server.current(), { quick_login: true, password });
    expect((await requestLogin(linkOf(created), { password, quick: true })).body.code).toBe("TERMS_NOT_ACCEPTED");
    await logIn(linkOf(created), { password, gtcChecked: true });
    expect((await acceptancesOf(created)).map(({ act }) => act)).toEqual(["ticked at login"]);
  });

  it("[S-066] sends no code that would issue a certificate before the signer ticked the terms", async () => {
    const created = await create(server.current(), { quick_login: true, signers: [signer("a", "a_signature")] });
    const client = await logIn(linkOf(created), quick);
    const workflowId = idsOf(created).workflow;
    const asks = async () =>
      getWorkflow.response.parse((await client.call("GET", `workflow/getWorkflow/${workflowId}`)).data).workflow
        .asks_terms;
    expect(await asks()).toBe(true);
    for (const path of ["auth/getSMS", "auth/getPhone", "auth/retrySMS/"])
      expect(await client.call("POST", path, {})).toMatchObject({ status: 403, code: "TERMS_NOT_ACCEPTED" });
    expect(await client.call("POST", "auth/getSMS", { workflow: { gtcChecked: true } })).toMatchObject({ status: 200 });
    expect((await acceptancesOf(created)).map(({ act }) => act).toSorted()).toEqual([
      "declared by the sender",
      "ticked before the code",
    ]);
    expect(await asks()).toBe(false);
  });

  it("[S-066] asks no terms of who seals for an organisation", async () => {
    const created = await create(server.current(), { quick_login: true, signers: [signer("a", "a_seal")] });
    const client = await logIn(linkOf(created), quick);
    expect(await client.call("POST", "auth/getSMS", {})).toMatchObject({ status: 200 });
    expect(await acceptancesOf(created)).toEqual([]);
  });
});
