/** The eID-Server adapter against the sandbox's eID-Server, over HTTP. */

import { X509Certificate } from "node:crypto";
import { createServer } from "node:http";
import { eid_client_url } from "@siegel/contract/identification.ts";
import {
  sandbox_eid_certificate_path,
  sandbox_eid_client_path,
  sandbox_eid_soap_path,
} from "@siegel/contract/sandbox.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EidSession } from "../../ports/eid.ts";
import { useSandbox } from "../../test/start-sandbox.ts";
import { systemRandom } from "../random.ts";
import { systemClock } from "../time/clock.ts";
import { developmentKey } from "./development-key.ts";
import type { XmlSigner } from "./signed-xml.ts";
import { soapEid } from "./soap-eid.ts";
import { tcToken } from "./tc-token.ts";

const sandbox = useSandbox();
const deps = { clock: systemClock, random: systemRandom };
let signer: XmlSigner;
let tokens: Awaited<ReturnType<typeof serveTokens>>;
beforeAll(async () => {
  [signer, tokens] = [await developmentKey(deps), await serveTokens()];
});
afterAll(() => tokens.close());

const eid = (change: { url?: string; serverCertificate?: () => Promise<X509Certificate>; timeoutMs?: number } = {}) =>
  soapEid({
    url: sandbox.current().url + sandbox_eid_soap_path,
    clientUrl: eid_client_url,
    signer: async () => signer,
    serverCertificate: async () =>
      new X509Certificate(await (await fetch(sandbox.current().url + sandbox_eid_certificate_path)).text()),
    ...deps,
    ...change,
  });

/** Serves one TcToken after the other. */
async function serveTokens() {
  let token = "";
  const server = createServer((_request, response) => response.setHeader("content-type", "text/xml").end(token));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
  return {
    url,
    say: (session: EidSession) => {
      token = tcToken(session, { refreshAddress: `${url}/refresh?a=1`, errorAddress: `${url}/error` });
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function opened(server = eid()): Promise<EidSession> {
  const answer = await server.open({ transactionInfo: "Unterschreiben: Miete & Co." });
  if (answer.kind === "away") throw answer.cause;
  return answer.session;
}

const person = {
  ...{ first_names: "Zoë Marie", last_name: "Größe & <Söhne>", birth_name: "", birthdate: "1990-02" },
  ...{ nationality: "AT", country: "DE", document: "eid_card", valid_until: "2099-01-31" },
};

/** Plays the client's page; answers where it leads the browser. */
async function play(session: EidSession, outcome: string): Promise<string | null> {
  tokens.say(session);
  const client = sandbox.current().url + sandbox_eid_client_path;
  const page = await fetch(`${client}?tcTokenURL=${encodeURIComponent(`${tokens.url}/token`)}`);
  expect(await page.text()).toContain("Unterschreiben: Miete &#38; Co.");
  const form = new URLSearchParams({ session: session.sessionIdentifier, outcome, ...person });
  const end = await fetch(client, { method: "POST", body: form, redirect: "manual" });
  expect(end.status).toBe(303);
  return end.headers.get("location");
}

describe("an eID-Server", () => {
  it("opens a session, tells who somebody is once, and counts the questions", async () => {
    const [server, session] = [eid(), await opened()];
    const { id } = session;
    expect(session.serverAddress).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/paos$/);
    expect(session.psk).toMatch(/^[0-9a-f]{64}$/);
    expect(await server.result({ id, counter: 1 })).toEqual({ state: "pending" });
    expect(await play(session, "succeed")).toBe(`${tokens.url}/refresh?a=1&ResultMajor=ok`);
    expect(await server.result({ id, counter: 1 })).toMatchObject({ state: "failed", why: "INTERRUPTED" });
    const answer = await server.result({ id, counter: 2 });
    expect(answer).toMatchObject({
      state: "succeeded",
      identity: {
        ...{ firstNames: "Zoë Marie", lastName: "Größe & <Söhne>", birthName: null, birthdate: "1990-02" },
        ...{ nationality: "AT", level: "high" },
        document: { kind: "eid_card", number: null, validUntil: "2099-01-31", country: "DE" },
      },
    });
    const evidence = answer.state === "succeeded" ? Buffer.from(answer.evidence).toString() : "";
    expect(evidence).toMatch(/^<soap:Envelope.*<\/soap:Envelope>$/s);
    expect(await server.result({ id, counter: 3 })).toMatchObject({ state: "failed", why: "INTERRUPTED" });
  });

  it.each([
    ["phone", { state: "failed", why: "DOCUMENT_NOT_ACCEPTED" }, "ok"],
    ["expired", { state: "failed", why: "DOCUMENT_EXPIRED" }, "error&ResultMinor=serverError"],
    ["blocked", { state: "failed", why: "DOCUMENT_BLOCKED" }, "error&ResultMinor=serverError"],
    ["cancel", { state: "cancelled" }, "error&ResultMinor=cancellationByUser"],
    ["reader_lost", { state: "failed", why: "CLIENT" }, "error&ResultMinor=clientError"],
  ])("tells how it ended: %s", async (outcome, expected, hint) => {
    const session = await opened();
    expect(await play(session, outcome)).toBe(`${tokens.url}/refresh?a=1&ResultMajor=${hint}`);
    expect(await eid().result({ id: session.id, counter: 1 })).toMatchObject(expected);
  });

  it.each(["down", "garbage", "reject", "answer-lost"] as const)("that is %s opens nothing", async (mode) => {
    await sandbox.current().spoil("eid", mode);
    expect(await eid().open({ transactionInfo: "x" })).toMatchObject({ kind: "away" });
  });

  it("that is away, slow or signs under another certificate says nothing of a session", async () => {
    const { id } = await opened();
    for (const mode of ["down", "garbage"] as const) {
      await sandbox.current().spoil("eid", mode);
      expect(await eid().result({ id, counter: 1 })).toMatchObject({ state: "away" });
    }
    await sandbox.current().spoil("eid", "slow", { delay_ms: 400 });
    expect(await eid({ timeoutMs: 100 }).result({ id, counter: 1 })).toMatchObject({ state: "away" });
    const other = eid({ serverCertificate: async () => signer.certificate });
    const answer = await other.result({ id, counter: 2 });
    expect(answer).toMatchObject({ state: "away" });
    expect(String(answer.state === "away" ? answer.cause : "")).toContain("another certificate");
    expect(await eid().result({ id, counter: 3 })).toEqual({ state: "pending" });
  });

  it("that tells the identity and loses the answer has told it", async () => {
    const session = await opened();
    await play(session, "succeed");
    await sandbox.current().spoil("eid", "answer-lost");
    expect(await eid().result({ id: session.id, counter: 1 })).toMatchObject({ state: "away" });
    expect(await eid().result({ id: session.id, counter: 2 })).toMatchObject({ state: "failed", why: "INTERRUPTED" });
  });
});
