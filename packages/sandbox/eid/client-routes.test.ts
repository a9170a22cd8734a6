import { createServer } from "node:http";
import { sandbox_eid_client_path } from "@siegel/contract/sandbox.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestSandbox } from "../test/test-sandbox.ts";
import { openEnvelope, sealEnvelope } from "./envelope.ts";
import { answerSigner } from "./server-keys.ts";
import { parseRoot, textNamed } from "./xml.ts";

const keys = { now: () => new Date(), randomHex: () => "17".repeat(16) };
let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
let client = "";
let token = "";
let cookies: Array<string | undefined> = [];
const service = createServer((request, response) => {
  cookies.push(request.headers.cookie);
  if (request.url === "/gone") response.writeHead(503).end();
  else if (request.url === "/moved") response.writeHead(302, { location: "/token" }).end();
  else if (request.url === "/outside") response.writeHead(302, { location: "http://192.0.2.1/token" }).end();
  else response.setHeader("content-type", "text/xml").end(token);
});
let at = "";

beforeAll(async () => {
  sandbox = await startTestSandbox();
  client = sandbox.url + sandbox_eid_client_path;
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const address = service.address();
  at = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
});
afterAll(async () => {
  await sandbox.close();
  await new Promise((resolve) => service.close(resolve));
});

const operations = "<eid:UseOperations><eid:GivenNames>REQUIRED</eid:GivenNames></eid:UseOperations>";
const eid = 'xmlns:eid="http://bsi.bund.de/eID/"';

/** Sends a signed message. */
async function ask(body: string, change = (xml: string) => xml) {
  const sealed = await sealEnvelope(body, { ...(await answerSigner(keys)), now: keys.now() });
  const answer = await fetch(`${sandbox.url}/eid/soap`, {
    method: "POST",
    headers: { "content-type": "text/xml" },
    body: change(sealed),
  });
  return { status: answer.status, text: await answer.text() };
}

async function open(): Promise<{ id: string; pskId: string; psk: string }> {
  const { text } = await ask(`<eid:useIDRequest ${eid}>${operations}</eid:useIDRequest>`);
  const body = await openEnvelope(Buffer.from(text), keys.now());
  const psk = text.slice(text.indexOf("<eid:PSK>"));
  return { id: textNamed(body, "ID"), pskId: /<eid:ID>(\w+)</.exec(psk)?.[1] ?? "", psk: textNamed(body, "Key") };
}

function say(session: { pskId: string; psk: string }, change: { binding?: string; psk?: string } = {}): void {
  token = `<TCTokenType><ServerAddress>https://127.0.0.1:1/paos</ServerAddress><SessionIdentifier>${session.pskId}</SessionIdentifier><RefreshAddress>${at}/refresh</RefreshAddress><CommunicationErrorAddress>${at}/error</CommunicationErrorAddress><Binding>${change.binding ?? "urn:liberty:paos:2006-08"}</Binding><PathSecurity-Parameters><PSK>${change.psk ?? session.psk}</PSK></PathSecurity-Parameters></TCTokenType>`;
}

const visit = (path = "/token", headers: Record<string, string> = {}) =>
  fetch(`${client}?tcTokenURL=${encodeURIComponent(at + path)}`, { headers, redirect: "manual" });
const person = {
  ...{ first_names: "Ada", last_name: "Lovelace", birth_name: "Byron", birthdate: "1815-12-10", nationality: "GB" },
  ...{ country: "DE", document: "residence_permit", valid_until: "2099-01-01" },
};
const post = (form: Record<string, string>) =>
  fetch(client, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });

describe("the sandbox's eID client", () => {
  it("says that it is there, to any page", async () => {
    const json = await fetch(`${client}?Status=json`);
    expect(Object.keys((await json.json()) as object)).toEqual([
      ...["Implementation-Title", "Implementation-Vendor", "Implementation-Version", "Name", "Specification-Title"],
      ...["Specification-Vendor", "Specification-Version"],
    ]);
    const plain = await fetch(`${client}?Status`);
    expect(await plain.text()).toContain("Specification-Title: TR-03124\n");
    for (const { headers } of [json, plain, await fetch(client, { method: "OPTIONS" })]) {
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-private-network")).toBe("true");
    }
    expect((await fetch(client)).status).toBe(404);
  });

  it("fetches the token without a cookie, shows a card, and is filled in with who was typed last", async () => {
    const session = await open();
    say(session);
    cookies = [];
    const page = await visit("/moved", { cookie: "a=b" });
    const html = await page.text();
    expect(html).toMatch(/name="first_names" value="Erika"/);
    expect(html).toContain("It reads: first names.");
    expect(cookies).toEqual([undefined, undefined]);
    expect((await post({ session: session.pskId, outcome: "succeed", ...person, country: "ZZ" })).status).toBe(400);
    expect((await post({ session: session.pskId, outcome: "win", ...person })).status).toBe(400);
    const end = await post({ session: session.pskId, outcome: "succeed", ...person });
    expect(end.status).toBe(303);
    expect(end.headers.get("location")).toBe(`${at}/refresh?ResultMajor=ok`);
    expect((await post({ session: session.pskId, outcome: "succeed", ...person })).status).toBe(404);
    say(await open());
    expect(await (await visit()).text()).toMatch(/name="first_names" value="Ada"/);
    const { text } = await ask(
      `<eid:getResultRequest ${eid}><eid:Session><eid:ID>${session.id}</eid:ID></eid:Session><eid:RequestCounter>1</eid:RequestCounter></eid:getResultRequest>`,
    );
    // Nothing else was asked for.
    expect(text).toContain("<eid:PersonalData><eid:GivenNames>Ada</eid:GivenNames></eid:PersonalData>");
  });

  it("reads one card at a time, and can end the first", async () => {
    const [first, second] = [await open(), await open()];
    say(first);
    const cookie = (await visit()).headers.get("set-cookie")?.split(";")[0] ?? "";
    say(second);
    // The first page loaded again; then another token.
    expect((await visit("/token", { cookie })).status).toBe(200);
    const busy = await visit("/token?other", { cookie });
    expect(busy.status).toBe(409);
    expect(await busy.text()).toContain(`name="session" value="${first.pskId}"`);
    expect((await visit()).status).toBe(200);
    const end = await post({ session: first.pskId, outcome: "cancel" });
    expect(end.headers.get("location")).toBe(`${at}/refresh?ResultMajor=error&ResultMinor=cancellationByUser`);
    expect((await visit("/token", { cookie })).status).toBe(200);
  });

  it("leads back where it cannot connect, and nowhere without a token", async () => {
    const session = await open();
    for (const change of [{ psk: "00" }, { pskId: "unknown" }]) {
      say({ ...session, ...change });
      const hint = "ResultMajor=error&ResultMinor=trustedChannelEstablishmentFailed";
      expect((await visit()).headers.get("location")).toBe(`${at}/refresh?${hint}`);
    }
    token = `<TCTokenType><ServerAddress/><CommunicationErrorAddress>${at}/error?a=1</CommunicationErrorAddress></TCTokenType>`;
    expect((await visit()).headers.get("location")).toBe(
      `${at}/error?a=1&ResultMajor=error&ResultMinor=communicationError`,
    );
    say(session, { binding: "urn:other" });
    for (const path of ["/token", "/gone", "/outside"]) expect((await visit(path)).status, path).toBe(404);
    token = "<!DOCTYPE TCTokenType><TCTokenType/>";
    expect((await visit()).status).toBe(404);
  });
});

describe("the sandbox's eID-Server", () => {
  it("takes messages that are signed as they are, and no others", async () => {
    const request = `<eid:getServerInfoRequest ${eid}/>`;
    const { status, text } = await ask(request);
    expect(status).toBe(200);
    expect(parseRoot(text).textContent).toContain("Siegel Sandbox");
    const changes: Record<string, (xml: string) => string> = {
      changed: (xml) => xml.replace("getServerInfo", "getServerInfq"),
      unsigned: (xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/, ""),
      declared: (xml) => `<!DOCTYPE x>${xml}`,
      none: () => "hello",
    };
    for (const [name, change] of Object.entries(changes)) expect((await ask(request, change)).status, name).toBe(500);
    expect((await ask(`<eid:otherRequest ${eid}/>`)).status).toBe(500);
  });
});
