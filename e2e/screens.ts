/** Every screen and state of the journey of simple and advanced signers, one after another before one pair of eyes. */
import { otp_tries_max, session_idle_s, session_warning_s } from "@siegel/contract/limits.ts";
import type { Route } from "playwright-core";
import { everyKindPdf } from "../fixtures/every-kind.ts";
import type { Person } from "./browser.ts";
import { type At, askForCode, button, confirmDetails, documentShown, logIn, say, signWith } from "./journey.ts";
import { onePagePdf } from "./pdf.ts";
import { call, person, send } from "./sender.ts";
import type { Walk } from "./walk.ts";

/** Told of each state once it stands, by a name for people. */
type Look = (state: string) => Promise<void>;
type Visit = {
  readonly walk: Walk;
  readonly someone: Person;
  readonly at: At;
  readonly look: Look;
  readonly sent: Sent;
};

const password = "Speicherstraße 8";
const urlOf = (created: Created, n = 0): string => created.signers[n]?.url ?? "";
const simple = () => person("s_signature");

type Created = Awaited<ReturnType<typeof send>>;
type Sent = Awaited<ReturnType<typeof sendAll>>;

/** Workflows in every state a link can lead to. */
async function sendAll({ product }: Walk) {
  const demo = product.demo;
  const pdf = onePagePdf();
  const content = Buffer.from(pdf).toString("base64");
  const long = "Datenschutzhinweise_fuer_Mitglieder_der_Wohnungsbaugenossenschaft_Stand_2026-11.pdf";
  const alice = person("a_signature", { reference: "alice" });
  const quick = person("a_signature");
  const [form, several, expired, cancelled, later, refused, hasty, calm] = await Promise.all([
    send(demo, everyKindPdf(), [alice, person("s_signature", { reference: "bob" })]),
    send(demo, pdf, [simple()], {
      password,
      documents: [
        { name: "Hausordnung.pdf", content },
        { name: long, content },
      ],
    }),
    send(demo, pdf, [simple()]),
    send(demo, pdf, [simple()]),
    send(demo, pdf, [simple(), simple()], { sequential: true }),
    send(demo, pdf, [simple(), simple()]),
    send(demo, pdf, [quick], { quick_login: true }),
    send(demo, pdf, [simple()]),
  ]);
  const past = "update workflow set expires_at = now() - interval '1 hour' where workflow_id = $1";
  await product.query(past, [expired.workflow_id]);
  await call(demo, "DELETE", `/api/v1/workflows/${cancelled.workflow_id}`);
  return {
    form,
    several,
    expired,
    cancelled,
    later,
    refused,
    hasty,
    calm,
    phone: alice.phone ?? "",
    quickPhone: quick.phone ?? "",
  };
}

/** Goes everywhere; ends where everybody has signed. */
export async function visitScreens(visit: Omit<Visit, "sent">): Promise<void> {
  const all: Visit = { ...visit, sent: await sendAll(visit.walk) };
  await visitDoors(all);
  await visitPublicPages(all);
  await visitForm(all);
  await visitAct(all);
  await visitSeveral(all);
  await visitRefusal(all);
  await visitEndOfSession(all);
}

const heading = async ({ at }: Visit, level: 1 | 2 = 1): Promise<void> =>
  await at.page.getByRole("heading", { level }).first().waitFor();

/** What a link shows before anybody is in. */
async function visitDoors(visit: Visit): Promise<void> {
  const { at, look, sent } = visit;
  const { page } = at;
  for (const kind of ["expired", "cancelled"] as const) {
    await page.goto(urlOf(sent[kind]));
    await page.getByRole("heading", { level: 1, name: say(at, `ended.${kind}`) }).waitFor();
    await look(`a link that is ${kind}`);
  }
  await logIn(at, urlOf(sent.later, 1));
  await page.getByRole("heading", { level: 1, name: say(at, "ended.turn") }).waitFor();
  await look("a link before its turn");
  const held = Promise.withResolvers<void>();
  const hold = async (route: Route): Promise<void> => {
    await held.promise;
    await route.continue();
  };
  await page.route("**/checkPath", hold);
  await page.goto(urlOf(sent.hasty));
  await page.getByRole("status").getByText(say(at, "quick.title")).waitFor();
  await look("quick login, under way");
  held.resolve();
  await page.waitForURL(/\/authenticate$/);
  await page.getByText(say(at, "quick.unread")).waitFor();
  await look("quick login, before the code");
  await page.getByRole("checkbox").check();
  await visitSpentCode(visit);
  await page.route("**/api/auth/**", (route) => route.abort());
  await page.goto(urlOf(sent.hasty));
  await page.getByRole("heading", { level: 1, name: say(at, "ended.unavailable") }).waitFor();
  await look("a service that is away");
  await page.unrouteAll();
  await page.route("**/*.js", (route) => route.abort());
  await page.goto(urlOf(sent.several));
  await button(at, "login.submit").waitFor();
  await look("login before the application is there");
  await page.unrouteAll();
  await page.goto(urlOf(sent.several));
  await button(at, "login.submit").waitFor();
  await look("login with a password");
  await logIn(at, urlOf(sent.several), "falsch");
  await page.getByRole("alert").first().waitFor();
  await look("login with a wrong password");
}

const otherThan = (code: string): string => (code === "000000" ? "000001" : "000000");

/** A code that was guessed at too often. */
async function visitSpentCode({ at, look, sent, walk }: Visit): Promise<void> {
  const { page } = at;
  const code = await askForCode(at, walk.product.demo.sandboxUrl, { phone: sent.quickPhone });
  for (let tried = 0; tried <= otp_tries_max; tried += 1) {
    const checked = page.waitForResponse("**/api/auth/checkSMS/");
    await signWith(at, otherThan(code));
    await checked;
    await page.locator("#code-fault").waitFor();
  }
  await page.getByText(say(at, "Responses.OTP_TRIES_EXHAUSTED")).first().waitFor();
  await look("too many wrong codes");
}

async function visitPublicPages(visit: Visit): Promise<void> {
  const { at, look, walk } = visit;
  for (const path of ["/imprint", "/privacy_policy", "/certManager", "/trust", "/no/such/page"]) {
    await at.page.goto(`${walk.product.demo.baseUrl}${path}`);
    await heading(visit);
    await at.page.waitForLoadState("networkidle");
    await look(path);
  }
}

/** A document with a form, its tools, and the sheet of its fields. */
async function visitForm({ at, look, sent }: Visit): Promise<void> {
  const { page } = at;
  await page.goto(urlOf(sent.form));
  await button(at, "login.submit").waitFor();
  await look("login without a password");
  await logIn(at, urlOf(sent.form));
  await button(at, "credentials.confirm").waitFor();
  await look("the signer's details");
  await confirmDetails(at);
  await documentShown(at);
  const guide = page.getByRole("complementary", { name: say(at, "viewer.fields") });
  await guide.getByLabel("Postcode", { exact: true }).fill("10115");
  await look("a field of text");
  const next = guide.getByRole("button", { name: say(at, "viewer.nextField"), exact: true });
  for (const kind of ["a box", "a group", "another group", "a list", "a list with other words"]) {
    await next.click();
    await look(`a field: ${kind}`);
    const tick = guide.locator("form").getByRole(/group/.test(kind) ? "radio" : "checkbox");
    if ((await tick.count()) > 0) await tick.first().check();
    const list = guide.getByLabel("Country", { exact: true });
    if ((await list.count()) > 0) await list.selectOption("at");
  }
  await visitTools(at, look);
}

async function visitTools(at: At, look: Look): Promise<void> {
  const { page } = at;
  const more = button(at, "viewer.more");
  const isPhone = await more.isVisible();
  if (isPhone) await more.click();
  await look("the tools of the viewer");
  await button(at, "viewer.search").click();
  await page.getByLabel(say(at, "viewer.searchFor"), { exact: true }).fill("Postcode");
  await page
    .getByRole("search")
    .getByText(say(at, "viewer.hits", { n: 1, m: 1 }))
    .waitFor();
  await look("search with a hit");
  await page.getByLabel(say(at, "viewer.searchFor"), { exact: true }).fill("gibt es nicht");
  await page.getByText(say(at, "viewer.noHits")).waitFor();
  await look("search without a hit");
  await button(at, "viewer.closeSearch").click();
  await button(at, "viewer.pages").click();
  await page
    .getByRole("navigation", { name: say(at, "viewer.pages") })
    .locator("canvas")
    .first()
    .waitFor();
  await look("all pages at a glance");
  await button(at, "viewer.pages").click();
  await page.getByRole("main").waitFor();
}

/** The code, wrong, spent and right, and what comes of it. */
async function visitAct({ at, look, sent, walk }: Visit): Promise<void> {
  const { page } = at;
  await button(at, "frame.next").click();
  await button(at, "authenticate.send").waitFor();
  await look("what is signed, and how the code comes");
  const { sandboxUrl } = walk.product.demo;
  const code = await askForCode(at, sandboxUrl, { phone: sent.phone });
  await look("the code");
  await signWith(at, otherThan(code));
  await page.getByRole("alert").first().waitFor();
  await look("a wrong code");
  const held = Promise.withResolvers<void>();
  await page.route("**/api/signing/signWorkflow", async (route) => {
    await held.promise;
    await route.continue();
  });
  await signWith(at, code);
  await page.getByText(say(at, "sign.busyLead")).waitFor();
  await look("while it is signed");
  held.resolve();
  await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
  await page
    .getByRole("table")
    .getByRole("button")
    .first()
    .waitFor()
    .catch(() => undefined);
  await look("signed, others still to come");
}

/** Several documents for a simple signer, confirmed and signed. */
async function visitSeveral({ at, look, sent }: Visit): Promise<void> {
  const { page } = at;
  await logIn(at, urlOf(sent.several), password);
  await confirmDetails(at);
  await page.getByRole("button", { name: /Hausordnung/ }).click();
  await documentShown(at);
  await look("a document with nothing to fill in");
  await button(at, "viewer.confirm").click();
  await page.getByRole("button", { name: /Hausordnung/ }).waitFor();
  await look("the list of documents, one of them confirmed");
  await page.getByRole("button", { name: /Datenschutz/ }).click();
  await button(at, "viewer.confirm").click();
  await button(at, "documents.signUnauthorized").click();
  await button(at, "sign.now").waitFor();
  await look("what is signed, without a code");
  await button(at, "sign.now").click();
  await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
  await page.getByRole("button", { name: /Hausordnung/ }).waitFor();
  await look("signed by everyone");
}

/** A reason that is missing or not taken, and the page after a refusal, one's own and another's. */
async function visitRefusal({ at, look, sent }: Visit): Promise<void> {
  const { page } = at;
  await logIn(at, urlOf(sent.refused));
  await button(at, "refusal.open").click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await look("declining");
  await button(at, "refusal.save").click();
  await dialog.getByRole("alert").waitFor();
  await look("declining without a reason");
  await dialog.getByRole("textbox").fill("Die Miete stimmt nicht.");
  await button(at, "refusal.save").click();
  await page.waitForURL(/\/summary\/revoked/);
  await page.getByText("Die Miete stimmt nicht.").waitFor();
  await look("declined by oneself");
  await logIn(at, urlOf(sent.refused, 1));
  await page.waitForURL(/\/summary\/revoked/);
  await page.getByRole("definition").first().waitFor();
  await look("declined by somebody else");
}

/** The warning, the last warning, and what is shown when the session is gone; in a tab with a clock of its own. */
async function visitEndOfSession({ someone, at, look, sent }: Visit): Promise<void> {
  const { page } = at;
  await page.clock.install();
  await logIn(at, urlOf(sent.calm));
  await button(at, "credentials.confirm").waitFor();
  // An answer that comes afterwards would put the end off.
  await page.waitForLoadState("networkidle");
  await page.clock.fastForward((session_idle_s - session_warning_s + 20) * 1_000);
  await button(at, "session.stay").waitFor();
  await look("the session is about to end");
  await someone.context.clearCookies();
  await button(at, "session.stay").click();
  await page.getByRole("link", { name: say(at, "session.again") }).waitFor();
  await look("the session is over");
}
