/** Certificates at the operator's desk over HTTP: found by any part, revoked one by one or all of an organisation, and how the authority is. */
import type { AuthorityHealth } from "@siegel/contract/calls/operator-authority.ts";
import type {
  CertificatePage,
  CertificateView,
  OrganisationCertificates,
} from "@siegel/contract/calls/operator-certificates.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { authorityState } from "../../rooms/authority/authority.ts";
import { certificateFor } from "../../rooms/certificates/certificates.ts";
import { revokeOfOrganisation } from "../../rooms/revocation/revocation.ts";
import { loadSigner } from "../../rooms/workflows/workflows.ts";
import { logInOperatorAs, makeOperator } from "../../test/operators.ts";
import { type Met, meet } from "../../test/qualified-signer.ts";
import { send } from "../../test/sent-workflow.ts";
import { type TestServer, useTestServer } from "../../test/test-server.ts";

const running = useTestServer();
let server: TestServer;
let cookie: string;
let nora: Met;
beforeAll(async () => {
  server = running.current();
  cookie = (await logInOperatorAs(server, await makeOperator(server))).cookie;
  nora = await meet(server, { firstName: "Nora", lastName: "Łöwenstein" });
});

const call = async <T>(method: string, path: string, body?: unknown) =>
  await callApi<T>(method, `${server.url}/api/operator/${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: { cookie, "accept-language": "en" },
  });
const find = async (search: string, more = "") =>
  (await call<CertificatePage>("GET", `certificates?search=${encodeURIComponent(search)}${more}`)).body.data;
const wish = { reason: "keyCompromise", evidence: "A call, and a call back." };
const revoke = async (id: string, body: unknown = wish) =>
  await call<CertificateView>("POST", `certificates/${id}/revocation`, body);

/** The advanced certificate of a signer, as their first signature makes it. */
async function certify(type: "a_signature" | "a_seal", lastName: string): Promise<string> {
  const { workflowId, signerIds } = await send(server, {
    signers: [{ type, first_name: "Jonas", last_name: lastName }],
  });
  const context = await loadSigner(server.deps.db, workflowId as WorkflowId, signerIds[0] as SignerId);
  if (context === null) throw new Error("no signer");
  const found = await certificateFor(server.deps, context);
  if (!found.ok) throw new Error(found.code);
  return found.certificate.certificateId;
}

describe("certificates at the desk", () => {
  it("are found by any part of name, mailbox, organisation and serial number, the newest first", async () => {
    const others = await Promise.all([1, 2].map(() => meet(server, { firstName: "Otto" })));
    const [one] = (await find("wenstein")).certificates;
    expect(one).toMatchObject({
      certificate_id: nora.certificateId,
      name: "Nora Łöwenstein",
      level: "qes",
      seals: false,
      organisation: null,
      status: "valid",
      short_term: false,
      waiting: false,
    });
    const colons = (one?.serial ?? "").toUpperCase().replace(/(..)(?=.)/g, "$1:");
    for (const search of [
      "nora loewen",
      "LOWENSTEIN",
      nora.email.slice(0, 9),
      one?.serial.slice(3, 12),
      colons.slice(3, 20),
    ])
      expect([search, (await find(search ?? "")).certificates.map(({ name }) => name)]).toEqual([
        search,
        ["Nora Łöwenstein"],
      ]);
    const pages: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: CertificatePage = await find("otto", `&limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`);
      pages.push(...page.certificates.map((found) => found.certificate_id));
      expect(page.counts).toEqual({ all: 2, valid: 2, revoked: 0, ending: 0, waiting: 0 });
      cursor = page.next_cursor;
    }
    expect(pages).toEqual(
      others
        .map(({ certificateId }) => certificateId)
        .sort()
        .toReversed(),
    );
    expect((await call("GET", "certificates?cursor=x")).body.data).toEqual([expect.stringContaining("next_cursor")]);
    expect((await find("%")).certificates).toEqual([]);
  });

  it("[T-059] are revoked for ever with reason and evidence; a second operator is answered the first time", async () => {
    expect((await revoke(nora.certificateId, { ...wish, evidence: " " })).status).toBe(400);
    expect((await revoke(nora.certificateId, { ...wish, reason: "certificateHold" })).status).toBe(400);
    const both = await Promise.all([
      revoke(nora.certificateId),
      revoke(nora.certificateId, { ...wish, evidence: "b" }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { data } = both[0].body;
    expect(data).toMatchObject({ status: "revoked", order: null, revocation: { reason: "keyCompromise" } });
    server.clock.move(5);
    const again = await revoke(nora.certificateId, { reason: "superseded", evidence: "another" });
    expect(again.body.data.revocation).toEqual(both[1].body.data.revocation);
    expect(again.body.data.revocation).toMatchObject({ by: "operator", operator: "Meike Lorenzen", proposed_by: null });
    expect(["A call, and a call back.", "b"]).toContain(again.body.data.revocation?.evidence);
    const key = async () => (await call<CertificateView>("GET", `certificates/${nora.certificateId}`)).body.data.key;
    await expect.poll(key, { timeout: 10_000 }).toBe("destroyed");
    expect((await find("stein", "&state=revoked")).certificates).toHaveLength(1);
    expect((await find("stein", "&state=valid")).certificates).toHaveLength(0);
  });

  it("are refused with the reason where they end by themselves", async () => {
    const [hours, old] = await Promise.all([meet(server), meet(server)]);
    const change = async (id: string, to: Readonly<Record<string, unknown>>) => {
      const { db } = server.deps;
      const row = db.selectFrom("signer_certificate").select(["issuer", "serial"]).where("certificate_id", "=", id);
      const { issuer, serial } = await row.executeTakeFirstOrThrow();
      await db
        .updateTable("issued_certificate")
        .set(to)
        .where("issuer", "=", issuer)
        .where("serial", "=", serial)
        .execute();
    };
    await change(hours.certificateId, { profile: "short-term-person" });
    await change(old.certificateId, { not_after: server.clock.now() });
    await server.deps.db
      .updateTable("signer_certificate")
      .set({ not_after: server.clock.now() })
      .where("certificate_id", "=", old.certificateId)
      .execute();
    expect((await revoke(hours.certificateId)).body.code).toBe("CERTIFICATE_SHORT_TERM");
    expect((await revoke(old.certificateId)).body.code).toBe("CERTIFICATE_EXPIRED");
    expect((await find(hours.email)).certificates).toMatchObject([{ short_term: true, status: "valid" }]);
    expect((await find(old.email)).counts).toEqual({ all: 1, valid: 0, revoked: 0, ending: 0, waiting: 0 });
  });
});

describe("all certificates of an organisation", () => {
  it("[T-059] are revoked by a job that goes on where it was interrupted, and a person's own is not among them", async () => {
    const { organisationId: id, deps } = server;
    const own = await meet(server, { firstName: "Jonas", lastName: "Selbst" });
    const ids = [await certify("a_signature", "Auftrag"), await certify("a_seal", "Siegel")];
    const path = `organisations/${id}/certificates`;
    const before = (await call<OrganisationCertificates>("GET", path)).body.data;
    expect(before).toMatchObject({ revocable: 2, order: null, organisation: { id } });
    expect(before.first.map((one) => one.certificate_id).sort()).toEqual(ids.toSorted());
    expect((await find(id)).organisation).toEqual({ ...before.organisation, revocable: 2 });
    expect((await find(before.organisation.name.slice(1, 8))).organisation?.revocable).toBe(2);
    const body = { reason: "cessationOfOperation", evidence: "GnR 9999, deleted" };
    expect((await call<OrganisationCertificates>("POST", `${path}/revocation`, body)).status).toBe(200);
    const view = async () => (await call<OrganisationCertificates>("GET", path)).body.data;
    await expect.poll(async () => (await view()).order?.state, { timeout: 10_000 }).toBe("done");
    expect(await view()).toMatchObject({ revocable: 0, order: { revoked: 2, evidence: "GnR 9999, deleted" } });
    const { serial } = before.first[0] ?? { serial: "" };
    expect((await find(serial)).certificates).toMatchObject([{ status: "revoked" }]);
    expect((await find(own.email)).certificates).toMatchObject([{ status: "valid" }]);

    // A process died after the first of two: another one finds the order as it is, and does the rest once.
    const left = await certify("a_signature", "Danach");
    await sql`update revocation_order set state = 'running' where organisation_id = ${id}`.execute(deps.db);
    const { order_id: orderId } = await deps.db
      .selectFrom("revocation_order")
      .select("order_id")
      .where("organisation_id", "=", id)
      .executeTakeFirstOrThrow();
    await Promise.all([revokeOfOrganisation(deps, orderId), revokeOfOrganisation(deps, orderId)]);
    const told = await deps.db
      .selectFrom("audit_event_details")
      .select("details")
      .where(sql<boolean>`details ->> 'certificate' = ${left}`)
      .execute();
    expect(told).toHaveLength(1);
    await expect.poll(async () => (await view()).order?.state, { timeout: 10_000 }).toBe("done");
  });
});

describe("how the authority is", () => {
  it("[T-022] says of each CA its list and responder, and in which order things end", async () => {
    const { data } = (await call<AuthorityHealth>("GET", "authority")).body;
    const revoked = data.authorities.find(({ role }) => role === "qualified-ca");
    expect(revoked).toMatchObject({ active: true, list: { state: "ok", missing: 0 }, responder: { state: "ok" } });
    expect(revoked?.list?.entries).toBeGreaterThan(0);
    expect(data.authorities.map(({ role }) => role).sort()).toEqual(["issuing-ca", "qualified-ca", "root"]);
    const ends = data.ends.map(({ ends_at }) => ends_at);
    expect(ends).toEqual(ends.toSorted());
    expect(new Set(data.ends.map(({ role }) => role)).size).toBe(7);

    const { db } = server.deps;
    const after = async (days: number) =>
      await authorityState({
        db,
        authority: server.deps.authority,
        clock: { now: () => new Date(server.clock.now().getTime() + days * 86_400_000) },
      });
    const states = ({ authorities, ends: ending }: Awaited<ReturnType<typeof after>>) => ({
      lists: new Set(authorities.flatMap(({ role, list }) => (role === "root" ? [] : (list?.state ?? [])))),
      responders: new Set(authorities.map(({ responder }) => responder?.state)),
      late: ending.filter(({ state }) => state === "late").map(({ role }) => role),
    });
    expect(states(await after(1))).toEqual({ lists: new Set(["late"]), responders: new Set(["ok"]), late: [] });
    expect(states(await after(21))).toMatchObject({
      lists: new Set(["ended"]),
      responders: new Set(["late"]),
      late: ["ocsp-signer", "ocsp-signer", "root-ocsp-signer"],
    });
    expect((await after(19.5 * 365)).ends.at(-1)).toMatchObject({ role: "root", state: "manual", renewsAt: null });
  });
});
