/** The login page as the first HTML: what it says, to whom, and what happens when it is sent without the application. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type FirstHtml, first_html_id } from "@siegel/contract/first-html.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { de } from "@siegel/web/i18n/de.ts";
import { en } from "@siegel/web/i18n/en.ts";
import { describe, expect, it } from "vitest";
import { readTrail } from "../../rooms/audit-trail/audit-trail.ts";
import { currentTerms } from "../../rooms/login/login.ts";
import {
  type Created,
  call,
  create,
  idsOf,
  markAsSigned,
  openBrowser,
  signer,
  withKey,
} from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
const built = existsSync(join(import.meta.dirname, "../../../web/dist/.server/first-html.js"));

const pathOf = (created: Created, n = 0): string => new URL(created.signers[n]?.url ?? "").pathname;
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.current().url + path, { redirect: "manual", headers });
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(server.current().url + path, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(form),
    headers: { origin: server.current().url, "sec-fetch-site": "same-origin", ...headers },
  });

/** What the application is told by a page. */
function toldBy(html: string): FirstHtml {
  const [, json] = new RegExp(`<script type="application/json" id="${first_html_id}">(.*?)</script>`).exec(html) ?? [];
  return JSON.parse(json ?? "null");
}

const cookies = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
const textsOf = (html: string): string =>
  html.replaceAll(/<script.*?<\/script>|<!-- -->|<[^>]*>/g, " ").replaceAll(/&#x27;/g, "'");

describe.skipIf(!built)("the first HTML of a link (skipped while the web is not built)", () => {
  it("[S-041] [S-043] [S-053] carries brand, kind of signature and the fields that are asked for, and nothing personal", async () => {
    const created = await create(server.current(), { password: "open sesame", signers: [signer("a", "a_signature")] });
    const answer = await get(pathOf(created));
    const html = await answer.text();
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const { page } = toldBy(html);
    if (page.kind !== "login") throw new Error("it is no login page");
    const pack = page.checked?.whitelabeling_pack;
    expect(html).toContain(`<title>${en["login.title"]} · ${pack?.name}</title>`);
    expect(html).toContain(`<img src="${pack?.logo}"`);
    expect(html).toContain(`<link rel="stylesheet" href="/brand/${pack?.style.slice(1).toLowerCase()}.css">`);
    expect(html).toMatch(/<form[^>]* action="\/login\/[^"]+" method="post"/);
    expect(html).toMatch(/<input[^>]* type="password"[^>]* name="password"/);
    expect(html).toMatch(/<input type="checkbox"[^>]* name="terms"/);
    expect(textsOf(html)).toContain(en["type.a_signature"]);
    for (const personal of ["Erika", "Mustermann", "a@example.org", "Lease of a flat", "lease.pdf", "Petersen"])
      expect(html).not.toContain(personal);
  });

  it("[S-044] [S-045] [S-046] asks for neither password nor terms where a seal needs none", async () => {
    const created = await create(server.current(), {
      signers: [signer("a", "a_seal", { organisation: "Hafenwerk AG" })],
    });
    const html = await (await get(pathOf(created))).text();
    expect(html).not.toMatch(/name="(password|terms)"/);
  });

  it("[S-008] [S-011] speaks what was chosen, else what the sender named, else the browser's language", async () => {
    const plain = await create(server.current());
    const named = await create(server.current(), { signers: [signer("one", "s_signature", { language: "de" })] });
    const spoken = async (created: Created, headers: Record<string, string>, query = "") => {
      const html = await (await get(pathOf(created) + query, headers)).text();
      const lang = /<html lang="(\w+)">/.exec(html)?.[1];
      expect(textsOf(html)).toContain({ de, en }[lang === "de" ? "de" : "en"]["login.yourLink"]);
      return lang;
    };
    const german = { "accept-language": "en;q=0.5, de-AT" };
    expect(await spoken(plain, german)).toBe("de");
    expect(await spoken(plain, { "accept-language": "fr-FR,de;q=0.5" })).toBe("en");
    expect(await spoken(named, { "accept-language": "en-GB" })).toBe("de");
    expect(await spoken(named, { cookie: "siegel_language=en" })).toBe("en");
    expect(await spoken(plain, german, "?language=en")).toBe("en");
    const kept = (await get(`${pathOf(plain)}?language=en`, german)).headers.getSetCookie();
    expect(kept.some((line) => line.startsWith("siegel_language=en;"))).toBe(true);
  });

  it("[S-050] leads where / leads, to /notfound, where the link is none, and says 410 and whom to ask where it has expired", async () => {
    const unknown = `/login/${"0".repeat(26)}/${"0".repeat(26)}`;
    for (const path of [unknown, "/login/a/b"]) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/notfound"]);
    }
    const broken = await get("/login/%E4/b%");
    expect([broken.status, broken.headers.get("location")]).toEqual([303, "/notfound"]);
    expect((await get("/api/%E4")).headers.get("content-type")).toBe("application/json; charset=utf-8");
    const expires_at = new Date(server.current().clock.now().getTime() + 60_000).toISOString();
    const created = await create(server.current(), { expires_at });
    server.current().clock.move(120);
    const answer = await get(pathOf(created), { "accept-language": "de" });
    const html = await answer.text();
    expect(answer.status).toBe(410);
    expect(textsOf(html)).toContain(de["ended.expired"]);
    expect(html).toMatch(new RegExp(`<title>${de["ended.expired"]} · Hafenwerk`));
    expect(html).toContain('<img src="data:image/');
    expect(html).toContain("mailto:frauke.petersen@hafenwerk.example");
    expect(html).not.toContain("Erika");
  });

  it("[S-026] a page behind the login is the look of its link and the way to its program, and tells nothing of anybody", async () => {
    const created = await create(server.current(), { signers: [signer("a", "a_signature")] });
    const page = (place: string) => get(pathOf(created).replace("/login/", "/workflow/") + place);
    const opened = await (await page("/credentials")).text();
    expect(opened).toContain(`<title>${en["steps.credentials"]} · Hafenwerk`);
    expect(textsOf(opened)).toContain(en["credentials.leadCode"]);
    expect(opened).toMatch(/<link rel="stylesheet" href="\/brand\/[0-9a-f]{6}\.css">/);
    for (const part of ["journey-en", "routes", "credentials-page"])
      expect(opened).toMatch(new RegExp(`<link rel="modulepreload"[^>]* href="/assets/${part}-`));
    expect(opened).not.toContain(`id="${first_html_id}"`);
    expect(opened).not.toMatch(/Erika|Mustermann|a@example\.org|lease\.pdf/);
    for (const path of ["/authenticate", "/authenticate2fa"])
      expect(textsOf(await (await page(path)).text())).toContain(en["statement.title"]);
    for (const path of ["/authenticate2fa/twilio/sms", "/authenticate2fa/twilio/phone"])
      expect(await (await page(path)).text()).toContain(`<title>${en["qualified.title"]} · Hafenwerk`);
    const identify = await (await page("/identify")).text();
    expect(identify).toContain(`<title>${en["identify.title"]} · Hafenwerk`);
    expect(identify).toMatch(/<link rel="modulepreload"[^>]* href="\/assets\/identify-page-/);
    for (const path of [`/workflow/${"0".repeat(26)}/${"0".repeat(26)}/documents`, "/workflow/a/b/documents"])
      expect(await (await get(path)).text()).toContain('<div id="app"></div>');
  });

  it("escapes what a brand or an address brings along", async () => {
    const created = await create(server.current());
    const { deps, organisationId } = server.current();
    const update = deps.db.updateTable("organisation").set({ name: '</script><b a="' });
    await update.where("organisation_id", "=", organisationId as never).execute();
    const html = await (await get(pathOf(created))).text();
    expect(html).not.toContain("</script><b");
    expect(JSON.stringify(toldBy(html))).toContain("</script><b");
  });

  it("a brand's colours are a style sheet that may be kept for ever; anything else is no colour", async () => {
    const sheet = await get("/brand/1e6569.css");
    expect([sheet.status, sheet.headers.get("content-type"), sheet.headers.get("cache-control")]).toEqual([
      200,
      "text/css; charset=utf-8",
      "public, max-age=31536000, immutable",
    ]);
    expect(await sheet.text()).toContain("--color-brand-fill:#1E6569");
    for (const name of ["red.css", "1e6569}.css", "1E6569.css"]) expect((await get(`/brand/${name}`)).status).toBe(404);
  });
});

describe.skipIf(!built)("the form, sent without the application (skipped while the web is not built)", () => {
  it.each([
    ["a wrong password", { password: "wrong", terms: "on" }, 403, "Responses.WRONG_PASSWORD"],
    ["no password", { terms: "on" }, 403, "Responses.WRONG_PASSWORD"],
    ["no tick", { password: "open sesame" }, 403, "Responses.TERMS_NOT_ACCEPTED"],
    ["an endless password", { password: "x".repeat(1_025), terms: "on" }, 400, "Responses.INVALID_REQUEST"],
  ] as const)("with %s comes back with the reason and without the password", async (_name, form, status, key) => {
    const created = await create(server.current(), { password: "open sesame", signers: [signer("a", "a_signature")] });
    const answer = await post(pathOf(created), form, { "accept-language": "de" });
    const html = await answer.text();
    expect(answer.status).toBe(status);
    expect(textsOf(html)).toContain(de[key]);
    expect(html.includes('checked=""')).toBe("terms" in form);
    expect(html).not.toMatch(/name="password" value="[^"]/);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it("is refused for a while after five wrong passwords, and says how long", async () => {
    const created = await create(server.current(), { password: "open sesame" });
    for (let n = 0; n < 5; n += 1) await post(pathOf(created), { password: "wrong", terms: "on" });
    const answer = await post(pathOf(created), { password: "open sesame", terms: "on" });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(textsOf(await answer.text())).toContain(en["Responses.TOO_MANY_REQUESTS"]);
  });

  it.each([
    ["larger than any password", { body: `password=${"x".repeat(40_000)}` }, 413],
    ["of another kind", { body: "<form/>", headers: { "content-type": "text/xml" } }, 415],
    ["that is JSON", { body: "{", headers: { "content-type": "application/json" } }, 400],
    ["with half a character", { body: "password=%E4%ZZ&terms=on" }, 403],
  ] as const)("%s is a page in the person's language, too", async (_name, { body, ...more }, status) => {
    const created = await create(server.current(), { password: "open sesame" });
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      origin: server.current().url,
      "accept-language": "de",
    };
    const sent = { ...headers, ...("headers" in more ? more.headers : {}) };
    const to = (path: string) =>
      fetch(server.current().url + path, { method: "POST", body, headers: sent, redirect: "manual" });
    const answer = await to(pathOf(created));
    const html = await answer.text();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
    expect(textsOf(html)).toContain(de[status === 403 ? "Responses.WRONG_PASSWORD" : "Responses.INVALID_REQUEST"]);
    expect(html).toContain(`<title>${de["login.title"]} · `);
    const unknown = await to(`/login/${"0".repeat(26)}/${"0".repeat(26)}`);
    expect([unknown.status, unknown.headers.get("location")]).toEqual([303, "/notfound"]);
  });

  it("logs in and hands the session to the application, once", async () => {
    const created = await create(server.current(), { password: "open sesame" });
    const sent = await post(pathOf(created), { password: "open sesame", terms: "on" });
    const entered = `${pathOf(created)}/entered`;
    expect([sent.status, sent.headers.get("location")]).toEqual([303, entered]);
    for (const line of sent.headers.getSetCookie()) expect(line).toContain("HttpOnly");
    const page = await get(entered, { cookie: cookies(sent) });
    const told = toldBy(await page.text()).page;
    if (told.kind !== "entered" || told.told === "REVOKED") throw new Error("nothing was handed over");
    const { accessToken } = told.told.workflow;
    const headers = { cookie: cookies(sent), authorization: `Bearer ${accessToken}` };
    expect((await call(server.current(), "GET", "/api/files/getWorkflowFiles", { headers })).status).toBe(200);
    const taken = page.headers.getSetCookie().filter((line) => /Max-Age=0/i.test(line));
    expect(taken.map((line) => line.split("=")[0])).toEqual([`siegel_entry_${idsOf(created).signer}`]);
    const again = await get(entered, { cookie: cookies(sent).replace(/siegel_entry_[^;]+/, "") });
    expect([again.status, again.headers.get("location")]).toEqual([303, pathOf(created)]);
    const trail = await readTrail(server.current().deps.db, created.workflow_id as WorkflowId);
    expect(trail.map(({ type }) => type)).toContain("signer.logged-in");
  });

  it.each([
    ["en", { "accept-language": "de", cookie: "siegel_language=en" }],
    ["en", { "accept-language": "en-GB" }],
    ["de", { "accept-language": "de-AT" }],
  ] as const)("[S-062] says that the terms were offered in %s, and they are stored so", async (language, headers) => {
    const created = await create(server.current());
    const html = await (await get(pathOf(created), headers)).text();
    expect(html).toContain(`<html lang="${language}">`);
    const [field = ""] = /<input type="hidden"[^>]*>/.exec(html) ?? [];
    const said = { [/name="(\w+)"/.exec(field)?.[1] ?? ""]: /value="(\w+)"/.exec(field)?.[1] ?? "" };
    expect((await post(pathOf(created), { terms: "on", ...said }, headers)).status).toBe(303);
    const { db } = server.current().deps;
    const query = db.selectFrom("terms_acceptance").select(["language", "text", "text_hash"]);
    const { text, hash } = currentTerms(language);
    expect(await query.where("signer_id", "=", idsOf(created).signer as SignerId).execute()).toEqual([
      { language, text, text_hash: hash },
    ]);
  });

  it("of an older page, or with a language that is none, is taken as before", async () => {
    for (const more of [{}, { language: "fr" }]) {
      const created = await create(server.current(), { password: "open sesame" });
      const sent = await post(pathOf(created), { password: "open sesame", terms: "on", ...more });
      expect([sent.status, sent.headers.get("location")]).toEqual([303, `${pathOf(created)}/entered`]);
    }
  });

  it("hands over nothing without the signer's own cookie", async () => {
    const created = await create(server.current());
    const sent = await post(pathOf(created), { terms: "on" });
    const [entry = ""] = cookies(sent)
      .split("; ")
      .filter((cookie) => cookie.startsWith("siegel_entry_"));
    const answer = await get(`${pathOf(created)}/entered`, { cookie: entry });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, pathOf(created)]);
  });

  it.each([
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a page without an address", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a sister host", { "sec-fetch-site": "same-site" }],
  ])("from %s logs nobody in", async (_name, headers) => {
    const created = await create(server.current());
    const answer = await post(pathOf(created), { terms: "on" }, headers);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(textsOf(await answer.text())).toContain(en["Responses.FORBIDDEN"]);
  });

  it("of somebody whose turn has not come says so, and of a refused workflow leads to its summary", async () => {
    const signers = [signer("one", "s_signature"), signer("two", "s_signature")];
    const waiting = await create(server.current(), { sequential: true, signers });
    const early = await post(pathOf(waiting, 1), { terms: "on" });
    expect(early.status).toBe(409);
    const told = await early.text();
    expect(textsOf(told)).toContain(en["ended.turn"]);
    expect(told).toContain(`<title>${en["ended.turn"]} · `);
    await markAsSigned(server.current(), waiting, 0);
    expect((await post(pathOf(waiting, 1), { terms: "on" })).status).toBe(303);
    const refused = await create(server.current());
    const { workflow, signer: who } = idsOf(refused);
    const { token, cookie } = await openBrowser(server.current(), refused);
    const headers = { authorization: `Bearer ${token}`, cookie };
    const path = `/api/signing/revokeWorkflow/${workflow}/${who}`;
    await call(server.current(), "POST", path, { body: { msg: "too dear" }, headers });
    const sent = await post(pathOf(refused), { terms: "on" });
    const page = await get(`${pathOf(refused)}/entered`, { cookie: cookies(sent) });
    expect(toldBy(await page.text()).page).toMatchObject({ kind: "entered", told: "REVOKED" });
  });

  it("is none where the sender has withdrawn the workflow", async () => {
    const created = await create(server.current());
    const cancelled = await call(server.current(), "DELETE", `/api/v1/workflows/${created.workflow_id}`, {
      headers: withKey(server.current()),
    });
    expect(cancelled.status).toBe(200);
    const answer = await get(pathOf(created));
    expect(answer.status).toBe(410);
    // The organisation's name, not the provider's.
    expect(await answer.text()).toMatch(new RegExp(`<title>${en["ended.cancelled"]} · (?!Siegel<)`));
  });
});
