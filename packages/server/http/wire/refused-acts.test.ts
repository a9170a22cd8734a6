/** Refused sensitive acts in the security log, over HTTP: each with its kind, actor and network, and nothing in it that opens anything. */

import { loginLink } from "@siegel/contract/login-link.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { formPdf } from "../../../../fixtures/documents.ts";
import { requestLogin } from "../../../../fixtures/signer-client.ts";
import type { RefusedAct } from "../../ports/security-log.ts";
import { call, withKey } from "../../test/api-client.ts";
import { ask, check, receiveText, useCodeWorld, wrongFor } from "../../test/code-signer.ts";
import { meet, receiveQualified, sendQualified, signQualifiedly } from "../../test/qualified-signer.ts";
import { logIn, send } from "../../test/sent-workflow.ts";

const world = useCodeWorld();
let lines: { readonly security: RefusedAct & { readonly count: number } }[] = [];
beforeEach(() => {
  lines = [];
  vi.spyOn(world.server.deps.log, "warn").mockImplementation(((line: never) => void lines.push(line)) as never);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The lines of one kind, once the answer that they are about is out. */
const told = (kind: string) =>
  vi.waitFor(() => {
    const found = lines.flatMap(({ security }) => (security?.kind === kind ? [security] : []));
    expect(found).not.toEqual([]);
    return found;
  });

it("[T-046] tells of wrong API keys, another signer's fields, cross-site calls and tokens without their cookie", async () => {
  const { server, signer, sent } = world;
  const key = `${server.apiKey.slice(0, -4)}AAAA`;
  await call(server, "GET", "/api/v1/workflows", { headers: { authorization: `Bearer ${key}`, "user-agent": "curl" } });
  expect(await told("wrong_api_key")).toMatchObject([
    { actor: { kind: "token", id: server.tokenId }, network: "127.0.0.1", userAgent: "curl", count: 1 },
  ]);
  const other = await logIn(server, await send(server, { documents: [{ name: "a.pdf", bytes: formPdf() }] }));
  const entries = [{ annotation_id: `${other.signerId}.city`, value: "Kiel" }];
  await signer.call("PUT", "files/updateXFDF/", { files: [{ id: sent.fileIds[0], xfdf_annotations: entries }] });
  const own = { kind: "signer", id: signer.signerId };
  expect(await told("anothers_field")).toMatchObject([{ actor: own, network: "127.0.0.1" }]);
  await signer.call("POST", "auth/getSMS", {}, { origin: "https://evil.example" });
  expect(await told("cross_site_call")).toMatchObject([{ network: "127.0.0.1" }]);
  const stolen = await call(server, "GET", "/api/files/getWorkflowFiles", {
    headers: { authorization: `Bearer ${signer.session.token}` },
  });
  expect(stolen).toMatchObject({ status: 401, body: { code: "SESSION_ENDED" } });
  expect(await told("token_without_cookie")).toMatchObject([{ actor: own }]);
  const all = JSON.stringify(lines);
  for (const secret of [key, key.slice(-20), signer.session.token ?? "?", "Kiel", "example.org", sent.workflowId])
    expect(all).not.toContain(secret);
});

it("[T-046] tells of wrong codes, also beyond the cap, and the trail has the address and agent of each wrong one", async () => {
  const { signer } = world;
  const { challenge, otp } = await receiveText(world);
  for (let time = 0; time < 7; time += 1) await check(world, challenge, wrongFor(otp));
  expect((await told("wrong_code")).map(({ count }) => count)).toEqual([1, 2, 4]);
  expect(await told("codes_used_up")).toMatchObject([{ actor: { id: signer.signerId }, count: 1 }, { count: 2 }]);
  expect(JSON.stringify(lines)).not.toContain(wrongFor(otp));
  const events = await world.db
    .selectFrom("audit_event")
    .innerJoin("audit_event_details", (join) =>
      join
        .onRef("audit_event_details.chain_id", "=", "audit_event.chain_id")
        .onRef("audit_event_details.seq", "=", "audit_event.seq"),
    )
    .select("details")
    .where("type", "=", "code.wrong")
    .execute();
  expect(events).toHaveLength(5);
  for (const { details } of events) expect(details).toMatchObject({ ip: "127.0.0.1", userAgent: expect.any(String) });
  await ask(world, "getSMS");
  expect(await told("codes_over_limit")).toMatchObject([{ actor: { id: signer.signerId } }]);
});

it("[T-046] tells of wrong passwords, and not of who has typed none yet", async () => {
  const { server } = world;
  const created = await call(server, "POST", "/api/v1/workflows", {
    body: {
      name: "x",
      password: "sesam öffne",
      initiator: { first_name: "A", last_name: "B", email: "a@example.org" },
      documents: [{ name: "a.pdf", content: Buffer.from(formPdf()).toString("base64") }],
      signers: [{ reference: "alice", type: "s_signature", first_name: "A", last_name: "B", email: "s@example.org" }],
    },
    headers: withKey(server),
  });
  const { workflow_id, signers } = created.body.data;
  const link = loginLink(server.url, { workflow_id, signer_id: signers[0].signer_id }, false);
  await requestLogin(link, { gtcChecked: true });
  await requestLogin(link, { gtcChecked: true, password: "sesam" });
  expect(await told("wrong_password")).toMatchObject([
    { actor: { kind: "signer", id: signers[0].signer_id }, count: 1 },
  ]);
  expect(JSON.stringify(lines)).not.toContain("sesam");
});

it("[T-046] tells of guesses at a qualified signature, and not whether code or password was wrong", async () => {
  const signer = await sendQualified(world.server, await meet(world.server));
  const code = await receiveQualified(world.sandbox, signer);
  await signQualifiedly(signer, { ...code, otp: wrongFor(code.otp) });
  await signQualifiedly(signer, { ...code, password: "Leuchtturm 8!" });
  const actor = { kind: "signer", id: signer.client.signerId };
  expect(await told("wrong_code")).toMatchObject([
    { actor, count: 1 },
    { actor, count: 2 },
  ]);
  for (const secret of [code.otp, "Leuchtturm"]) expect(JSON.stringify(lines)).not.toContain(secret);
});
