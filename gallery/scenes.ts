/** Every screen of a signer in every state, reached as a person reaches it. A scene sends what it needs and shows what it passes. */
import { otp_tries_max, session_idle_s, session_warning_s } from "@siegel/contract/limits.ts";
import type { BrowserContext, Page } from "playwright-core";
import { type At, askForCode, button, codeField, confirmDetails, documentShown, logIn, say } from "../e2e/journey.ts";
import { manyPagesPdf, onePagePdf } from "../e2e/pdf.ts";
import type { Product } from "../e2e/product.ts";
import { call, person, send } from "../e2e/sender.ts";
import { everyKindPdf } from "../fixtures/every-kind.ts";
import { logIn as openLink, signThrough } from "../fixtures/signer-client.ts";

/** Where a scene plays: a fresh browser, and `show`, which takes the screen's pictures under a name. */
export type Stage = {
  readonly product: Product;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly at: At;
  readonly show: (screen: string) => Promise<void>;
};
type Scene = (stage: Stage) => Promise<void>;
type Rect = [number, number, number, number];
type Wanted = Parameters<typeof person>[1];
type More = Parameters<typeof send>[3];

const password = "Speicherstadt-8";
// Far enough that no page calls it soon; a fixed day, so that pictures of different days are the same.
const expires_at = "2036-12-04T22:59:00Z";
const somebody = { first_name: "Katharina", last_name: "Brückner-Özdemir", email: "k.brueckner@example.org" };

async function sent(
  { product }: Stage,
  type: "s_signature" | "a_signature" | "a_seal",
  wanted: Wanted = {},
  more: More = {},
) {
  const signer = person(type, { ...somebody, reference: "signer", ...wanted });
  const created = await send(product.demo, onePagePdf({ field: "signer.Ort" }), [signer], {
    name: "Dauernutzungsvertrag Wohnung 4.12, Speicherstraße 8",
    description: "Bitte bis zum Einzug unterschreiben.",
    expires_at,
    ...more,
  });
  return { created, url: created.signers[0]?.url ?? "", phone: signer.phone ?? "" };
}

/** Countdowns stand where they begin, while everything else goes on. */
const stopClock = (page: Page): Promise<void> => page.clock.setFixedTime(new Date());

const entering: Scene = async (stage) => {
  const { page, at, show } = stage;
  const { url } = await sent(stage, "a_signature", {}, { password });
  await page.goto(url);
  await button(at, "login.submit").waitFor();
  await show("login");
  await page.getByRole("checkbox").check();
  await page.getByLabel(say(at, "login.password"), { exact: true }).fill("falsch");
  await button(at, "login.submit").click();
  await page.getByRole("alert").first().waitFor();
  await show("login-wrong-password");
};

const advanced: Scene = async (stage) => {
  const { page, at, show, product } = stage;
  const { url, phone } = await sent(stage, "a_signature");
  await logIn(at, url);
  await button(at, "credentials.confirm").waitFor();
  await show("credentials");
  await confirmDetails(at);
  await documentShown(at);
  await show("documents");
  await button(at, "frame.next").click();
  await button(at, "authenticate.send").waitFor();
  await show("authenticate");
  await stopClock(page);
  const code = await askForCode(at, product.demo.sandboxUrl, { phone });
  await show("code");
  const wrong = code === "123456" ? "654321" : "123456";
  await codeField(at).fill(wrong);
  await button(at, "sign.now").click();
  await page.getByRole("alert").first().waitFor();
  await show("code-wrong");
  await page.route("**/api/signing/signWorkflow**", async (route) => {
    await show("signing");
    await route.continue();
  });
  await codeField(at).fill(code);
  await button(at, "sign.now").click();
  await page.waitForURL(/\/summary\/finished/, { timeout: 60_000 });
  // The report is made after the last signature.
  await page.locator("tbody .file").nth(1).waitFor({ timeout: 60_000 });
  await show("finished");
};

const codeUsedUp: Scene = async (stage) => {
  const { page, at, show, product } = stage;
  const { url, phone } = await sent(stage, "a_seal");
  await logIn(at, url);
  await confirmDetails(at);
  await documentShown(at);
  await button(at, "frame.next").click();
  await stopClock(page);
  const code = await askForCode(at, product.demo.sandboxUrl, { phone, channel: "voice" });
  await show("code-by-call");
  for (let tries = 0; tries < otp_tries_max; tries += 1) {
    await codeField(at).fill(code === "123456" ? "654321" : "123456");
    const answered = page.waitForResponse(
      (response) => response.url().includes("/api/") && response.request().method() === "POST",
    );
    await button(at, "seal.now").click();
    await answered;
  }
  await page.getByRole("alert").first().waitFor();
  await show("code-used-up");
};

const form: Scene = async ({ at, show, product }) => {
  const signer = person("s_signature", { ...somebody, reference: "alice" });
  const created = await send(product.demo, everyKindPdf(), [signer, person("s_signature", { reference: "bob" })], {
    expires_at,
  });
  await logIn(at, created.signers[0]?.url ?? "");
  await confirmDetails(at);
  await documentShown(at);
  await show("form");
  // It says what is missing instead of being dead.
  await button(at, "documents.signUnauthorized").click({ force: true });
  await show("form-incomplete");
};

const viewer: Scene = async (stage) => {
  const { page, at, show, product } = stage;
  const created = await send(product.demo, manyPagesPdf(12), [person("s_signature", somebody)], { expires_at });
  await logIn(at, created.signers[0]?.url ?? "");
  await confirmDetails(at);
  await documentShown(at);
  await page.keyboard.press("Control+f");
  // Found on the page that is shown: nothing scrolls.
  await page.getByRole("searchbox").fill("Nutzung");
  await show("viewer-search");
  await page.keyboard.press("Escape");
  await button(at, "documents.signUnauthorized").click();
  await button(at, "sign.now").waitFor();
  await show("confirm");
};

const ownSignature: Scene = async ({ page, at, show, product }) => {
  const box = { document: "Mietvertrag.pdf", kind: "signature" as const, page: 1, rect: [72, 200, 240, 80] as Rect };
  const created = await send(product.demo, onePagePdf(), [person("s_signature", { ...somebody, fields: [box] })], {
    expires_at,
  });
  await logIn(at, created.signers[0]?.url ?? "");
  await confirmDetails(at);
  await documentShown(at);
  await show("signature-box");
  await page.locator("button.pf.sig").click();
  await page.getByRole("dialog").waitFor();
  await show("signature-image");
};

const several: Scene = async (stage) => {
  const { page, at, show } = stage;
  const content = Buffer.from(onePagePdf()).toString("base64");
  const documents = [
    { name: "Mietvertrag.pdf", content },
    { name: "Übergabeprotokoll.pdf", content, attachment_of: "Mietvertrag.pdf" },
    { name: "Hausordnung.pdf", content, attachment_of: "Mietvertrag.pdf", sign: false },
    { name: "Datenschutzhinweise_fuer_Mitglieder_der_Wohnungsbaugenossenschaft.pdf", content },
  ];
  const { url } = await sent(stage, "a_signature", {}, { documents });
  await logIn(at, url);
  await confirmDetails(at);
  await page.getByRole("button", { name: /Hausordnung/ }).waitFor();
  await show("documents-several");
};

const interrupted: Scene = async (stage) => {
  const { page, at, show, context } = stage;
  const { url } = await sent(stage, "s_signature");
  await page.clock.install();
  await logIn(at, url);
  await button(at, "refusal.open").click();
  await page.getByRole("dialog").waitFor();
  await show("refuse");
  await button(at, "refusal.save").click();
  await show("refuse-without-reason");
  await button(at, "frame.cancel").click();
  await page.clock.fastForward((session_idle_s - session_warning_s + 20) * 1_000);
  await button(at, "session.stay").waitFor();
  await show("session-ending");
  await context.clearCookies();
  await button(at, "session.stay").click();
  await page.getByRole("link", { name: say(at, "session.again") }).waitFor();
  await show("session-ended");
};

const ended: Scene = async (stage) => {
  const { page, show, product } = stage;
  const heading = () => page.getByRole("heading", { level: 1 }).waitFor();
  const expired = await sent(stage, "s_signature");
  const past = "update workflow set expires_at = '2026-11-01T12:00:00Z' where workflow_id = $1";
  await product.query(past, [expired.created.workflow_id]);
  await page.goto(expired.url);
  await heading();
  await show("ended-expired");
  const cancelled = await sent(stage, "s_signature");
  await call(product.demo, "DELETE", `/api/v1/workflows/${cancelled.created.workflow_id}`);
  await page.goto(cancelled.url);
  await heading();
  await show("ended-cancelled");
};

async function ofTwo({ product }: Stage, sequential: boolean): Promise<readonly [string, string]> {
  const two = [person("s_signature", somebody), person("s_signature", { ...somebody, email: "zweite@example.org" })];
  const { signers } = await send(product.demo, onePagePdf(), two, { sequential, expires_at });
  return [signers[0]?.url ?? "", signers[1]?.url ?? ""];
}

const later: Scene = async (stage) => {
  const [, url] = await ofTwo(stage, true);
  await logIn(stage.at, url);
  await stage.page.getByText(say(stage.at, "ended.turn")).waitFor();
  await stage.show("ended-not-your-turn");
};

const waiting: Scene = async (stage) => {
  const [url] = await ofTwo(stage, false);
  await signThrough(stage.product.demo, url, "s_signature");
  await logIn(stage.at, url);
  await stage.page.waitForURL(/\/summary\/finished/);
  await stage.page.locator("tbody .file").first().waitFor();
  await stage.show("signed-others-waiting");
};

const refused: Scene = async (stage) => {
  const [first, second] = await ofTwo(stage, false);
  const other = await openLink(first);
  await other.call("POST", `signing/revokeWorkflow/${other.workflowId}/${other.signerId}`, {
    msg: "Die Miete stimmt nicht.",
  });
  await logIn(stage.at, second);
  await stage.page.waitForURL(/\/summary\/revoked/);
  await stage.page.getByRole("heading", { level: 1 }).waitFor();
  await stage.show("revoked");
};

const publicPages: Scene = async ({ page, product, show }) => {
  for (const path of ["notfound", "imprint", "privacy_policy", "trust", "certManager", "handover"]) {
    await page.goto(`${product.demo.baseUrl}/${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await show(path === "handover" ? "handover-over" : path);
  }
};

/** In the order of a journey. */
export const scenes: readonly Scene[] = [
  entering,
  advanced,
  codeUsedUp,
  form,
  viewer,
  ownSignature,
  several,
  interrupted,
  ended,
  later,
  waiting,
  refused,
  publicPages,
];
