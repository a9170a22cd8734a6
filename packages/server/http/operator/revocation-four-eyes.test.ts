/** With four eyes: an operator proposes a revocation, and another one confirms what they read. */
import type { CertificateView, OrganisationCertificates } from "@siegel/contract/calls/operator-certificates.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { logInOperatorAs, makeOperator } from "../../test/operators.ts";
import { meet } from "../../test/qualified-signer.ts";
import { type TestServer, useTestServer } from "../../test/test-server.ts";

const running = useTestServer({ SIEGEL_REVOKE_FOUR_EYES: "on" });
let server: TestServer;
let cookies: { readonly first: string; readonly second: string };
beforeAll(async () => {
  server = running.current();
  const cookieOf = async (name: string) => (await logInOperatorAs(server, await makeOperator(server, name))).cookie;
  cookies = { first: await cookieOf("Lorenzen"), second: await cookieOf("Brandt") };
});

const call = async <T>(who: keyof typeof cookies, method: string, path: string, body?: unknown) =>
  await callApi<T>(method, `${server.url}/api/operator/${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: { cookie: cookies[who] },
  });
const wish = { reason: "keyCompromise", evidence: "A call, and a call back." };

describe("a revocation with four eyes", () => {
  it("[T-059] counts once a second operator has confirmed exactly what the first one proposed", async () => {
    const { certificateId } = await meet(server);
    const path = `certificates/${certificateId}/revocation`;
    const propose = async (evidence: string) =>
      (await call<CertificateView>("first", "POST", path, { ...wish, evidence })).body.data.order?.order_id ?? "";
    const confirm = async (who: "first" | "second", order_id: string) =>
      await call<CertificateView>(who, "POST", `${path}/confirm`, { order_id });
    const replaced = await propose("A rumour.");
    const id = await propose(wish.evidence);
    const seen = (await call<CertificateView>("second", "GET", `certificates/${certificateId}`)).body.data;
    expect(seen).toMatchObject({ status: "valid", waiting: true, revocation: null });
    expect(seen.order).toMatchObject({ ...wish, order_id: id, proposed_by: "Meike Lorenzen", is_own: false });
    expect((await confirm("first", id)).body.code).toBe("SAME_OPERATOR");
    expect((await confirm("second", replaced)).body.code).toBe("REVOCATION_GONE");
    const both = await Promise.all([confirm("second", id), confirm("second", id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const done = (await call<CertificateView>("first", "GET", `certificates/${certificateId}`)).body.data;
    expect(done).toMatchObject({ status: "revoked", waiting: false, order: null });
    expect(done.revocation).toMatchObject({ operator: "Meike Brandt", proposed_by: "Meike Lorenzen", ...wish });
  });

  it("can be withdrawn, by anybody at the desk, and then nothing is revoked", async () => {
    const { certificateId } = await meet(server);
    const path = `certificates/${certificateId}/revocation`;
    const { order } = (await call<CertificateView>("first", "POST", path, wish)).body.data;
    const withdrawn = (await call<CertificateView>("second", "DELETE", path)).body.data;
    expect(withdrawn).toMatchObject({ status: "valid", waiting: false, order: null });
    const late = await call("second", "POST", `${path}/confirm`, { order_id: order?.order_id });
    expect(late.body.code).toBe("REVOCATION_GONE");
    expect((await call("second", "DELETE", path)).body.code).toBe("REVOCATION_GONE");
  });

  it("holds for all certificates of an organisation as well", async () => {
    const { organisationId, deps } = server;
    const path = `organisations/${organisationId}/certificates`;
    const { order } = (await call<OrganisationCertificates>("first", "POST", `${path}/revocation`, wish)).body.data;
    expect(order).toMatchObject({ state: "waiting", is_own: true, revoked: 0 });
    const confirm = async (who: "first" | "second") =>
      await call<OrganisationCertificates>(who, "POST", `${path}/revocation/confirm`, { order_id: order?.order_id });
    expect((await confirm("first")).body.code).toBe("SAME_OPERATOR");
    expect((await confirm("second")).body.data.order).toMatchObject({ confirmed_by: "Meike Brandt" });
    const state = async () => (await call<OrganisationCertificates>("first", "GET", path)).body.data.order?.state;
    await expect.poll(state, { timeout: 10_000 }).toBe("done");
    const events = await deps.db
      .selectFrom("audit_event")
      .select("type")
      .where("type", "like", "certificate.revocation-%")
      .orderBy("seq", "desc")
      .execute();
    expect(events.map(({ type }) => type).slice(0, 2)).toEqual([
      "certificate.revocation-begun",
      "certificate.revocation-proposed",
    ]);
  });
});
