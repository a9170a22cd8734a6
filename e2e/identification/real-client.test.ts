/**
 * The client that people have reads its simulated card for the sandbox's eID-Server: our adapter hears who it was, and a signer of the product
 * is identified by it. One file, because one client runs at a time.
 */
import { X509Certificate } from "node:crypto";
import { createServer } from "node:http";
import { eid_client_url } from "@siegel/contract/identification.ts";
import { sandbox_eid_certificate_path, sandbox_eid_soap_path } from "@siegel/contract/sandbox.ts";
import { developmentKey } from "@siegel/server/adapters/eid/development-key.ts";
import { soapEid } from "@siegel/server/adapters/eid/soap-eid.ts";
import { systemRandom } from "@siegel/server/adapters/random.ts";
import { systemClock } from "@siegel/server/adapters/time/clock.ts";
import type { EidServer, EidSession } from "@siegel/server/ports/eid.ts";
import { comeBack, sendUnknown, startCard } from "@siegel/server/test/identified-signer.ts";
import { useTestDatabase } from "@siegel/server/test/test-database.ts";
import { startTestServer, type TestServer } from "@siegel/server/test/test-server.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { open } from "../../fixtures/identified-browser.ts";
import { isSlowRun } from "../../fixtures/slow-run.ts";
import { startTestSandbox } from "../../packages/sandbox/test/test-sandbox.ts";
import { button } from "../journey.ts";
import { sharedBrowser } from "../shared-product.ts";
import { hasRealClient, type Manner, type RealClient, startRealClient } from "./real-client.ts";
import { choose, press, signIdentified, toWays, word } from "./steps.ts";
import { startTlsProxy, type TlsProxy } from "./tls-proxy.ts";

describe.skipIf(!hasRealClient)("the real eID client", () => {
  let client: RealClient;
  let proxy: TlsProxy;
  let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
  let eid: EidServer;
  let token = "";
  /** Where the little service of these tests is, and where the proxy leads. */
  let here = "";
  let target = "";
  let product: TestServer | null = null;
  const database = useTestDatabase();
  const service = createServer((_request, response) => response.setHeader("content-type", "text/xml").end(token));

  beforeAll(async () => {
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    const address = service.address();
    here = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
    proxy = await startTlsProxy(() => target);
    [client, sandbox] = await Promise.all([startRealClient(), startTestSandbox({ eidRelyingParty: proxy.origin })]);
    const signer = await developmentKey({ clock: systemClock, random: systemRandom });
    const certificate = await (await fetch(sandbox.url + sandbox_eid_certificate_path)).text();
    eid = soapEid({
      url: sandbox.url + sandbox_eid_soap_path,
      clientUrl: eid_client_url,
      signer: async () => signer,
      serverCertificate: async () => new X509Certificate(certificate),
      ...{ clock: systemClock, random: systemRandom },
    });
  });
  afterAll(async () => {
    await client?.stop();
    await product?.close();
    await Promise.all([proxy?.close(), sandbox?.close()]);
    service.close();
  });

  beforeEach(() => {
    target = here;
  });

  /** The product behind the proxy, with everybody's client. */
  async function productServer(): Promise<TestServer> {
    product ??= await startTestServer(database.current().url, {
      SIEGEL_PUBLIC_URL: proxy.origin,
      SIEGEL_EID_CLIENT_URL: eid_client_url,
      SIEGEL_SANDBOX_PORT: new URL(sandbox.url).port,
      SIEGEL_TWILIO_URL: sandbox.url,
      SIEGEL_SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    });
    return product;
  }

  const link = () => eid.clientLink(`${proxy.origin}/tctoken`, { isPhone: false });

  const addresses = () => ({ refreshUrl: `${proxy.origin}/refresh?a=1`, errorUrl: `${proxy.origin}/error?a=1` });

  async function openSession(): Promise<EidSession> {
    const opened = await eid.open({ transactionInfo: "Unterschreiben: Mietvertrag" });
    if (opened.kind === "away") throw opened.cause;
    token = eid.token({ session: opened.session, ...addresses() });
    return opened.session;
  }

  async function run(manner: Manner) {
    const session = await openSession();
    const person = await client.attend(manner);
    try {
      const { status, location } = await client.visit(link());
      return { session, status, location, seen: person.seen };
    } finally {
      await person.close();
    }
  }

  // Its simulator now and then takes its own card for one that is there twice; then a person would try again, too.
  it("reads a card through our TcToken", { retry: 2, timeout: 60_000 }, async () => {
    const { session, status, location, seen } = await run("accept");
    expect({ status, location }).toEqual({ status: 303, location: `${proxy.origin}/refresh?a=1&ResultMajor=ok` });
    const shown = seen.find(({ msg }) => msg === "ACCESS_RIGHTS");
    expect(shown).toMatchObject({
      transactionInfo: "Unterschreiben: Mietvertrag",
      chat: {
        required: ["DateOfBirth", "FamilyName", "GivenNames", "ValidUntil", "IssuingCountry", "DocumentType"],
        optional: ["BirthName", "Nationality"],
      },
    });
    expect(await eid.result({ id: session.id, counter: 1 })).toMatchObject({
      state: "succeeded",
      identity: {
        ...{ firstNames: "ERIKA", lastName: "MUSTERMANN", birthName: "GABLER", birthdate: "1964-08-12" },
        ...{ nationality: "DE", level: "high", document: { kind: "id_card", country: "DE" } },
      },
    });
  });

  it("says that the person went back", { retry: 2, timeout: 60_000 }, async () => {
    const { session, location } = await run("cancel");
    expect(location).toBe(`${proxy.origin}/refresh?a=1&ResultMajor=error&ResultMinor=cancellationByUser`);
    expect(await eid.result({ id: session.id, counter: 1 })).toEqual({ state: "cancelled" });
  });

  it("leads to the other address where there is no session, and nowhere without a token", async () => {
    const person = await client.attend("accept");
    token = eid.token({ session: null, ...addresses() });
    expect(await client.visit(link())).toMatchObject({
      location: `${proxy.origin}/error?a=1&ResultMajor=error&ResultMinor=communicationError`,
    });
    token = "";
    expect(await client.visit(link())).toEqual({ status: 404, location: null });
    await person.close();
  });

  it("[S-197] [S-198] identifies a signer of the product", { retry: 2, timeout: 60_000 }, async () => {
    const server = await productServer();
    target = server.url;
    const signer = await sendUnknown(server);
    const person = await client.attend("accept");
    const { location } = await client.visit(await startCard(server, signer));
    await person.close();
    expect(location).toMatch(/\/api\/eid\/refresh\?ref=[\w-]{22}&ResultMajor=ok$/);
    // The browser trusts the proxy's certificate; `fetch` would not.
    const back = await open((location ?? "").replace(proxy.origin, server.url), { jar: signer.jar });
    const code = new URL(back.location).searchParams.get("code");
    expect((await comeBack(server, signer.jar, { code })).body).toMatchObject({
      data: { kind: "identification", state: "succeeded", first_name: "ERIKA", last_name: "MUSTERMANN", country: "DE" },
    });
  });

  it("connects to nobody who has not the session's key", { timeout: 60_000 }, async () => {
    const session = await openSession();
    token = eid.token({ session: { ...session, psk: "00".repeat(32) }, ...addresses() });
    const person = await client.attend("accept");
    const hint = "ResultMajor=error&ResultMinor=trustedChannelEstablishmentFailed";
    expect(await client.visit(link())).toMatchObject({ location: `${proxy.origin}/refresh?a=1&${hint}` });
    await person.close();
    expect(await eid.result({ id: session.id, counter: 1 })).toEqual({ state: "pending" });
  });

  it("[S-197] [S-205] leads a person in Chromium from the link to a signed file", {
    retry: 2,
    // Ten in a row before a release.
    repeats: isSlowRun ? 9 : 0,
    timeout: 120_000,
  }, async () => {
    const server = await productServer();
    target = server.url;
    const { sent } = await sendUnknown(server);
    const context = await (await sharedBrowser()).newContext({ locale: "en-GB", ignoreHTTPSErrors: true });
    const person = await client.attend("accept");
    try {
      const at = { page: await context.newPage() };
      await toWays(at, `${proxy.origin}/login/${sent.workflowId}/${sent.signerIds[0]}`);
      await choose(at, "identification.card");
      await button(at, "frame.next").click();
      await at.page.waitForURL(/\/identify\/ausweisapp2$/);
      await press(at, "identification.openApp");
      await at.page.getByText(word(at, "identification.youDid")).waitFor({ timeout: 30_000 });
      await signIdentified(at, sandbox.url);
    } finally {
      await Promise.all([person.close(), context.close()]);
    }
    const signed = server.deps.db
      .selectFrom("signer")
      .select("status")
      .where("signer_id", "=", sent.signerIds[0] as never);
    expect(await signed.executeTakeFirst()).toEqual({ status: "SIGNED" });
  });
});
