/** The doors: login, quick login, and what a link shows that leads nowhere. */
import { session_idle_s, session_warning_s } from "@siegel/contract/limits.ts";
import { button, entryButton, logIn, openRefusal, say } from "../journey.ts";
import { call } from "../sender.ts";
import { expire, type PassingScene, type Scene, sent } from "./stage.ts";

const password = "Speicherstadt-8";

/** A login with a password, and with a wrong one. */
export const entering: Scene = async (stage) => {
  const { page, at, show } = stage;
  const { url } = await sent(stage, "a_signature", { more: { password } });
  await page.goto(url);
  await entryButton(at).waitFor();
  await show("login");
  await page.getByRole("checkbox").check();
  await page.getByLabel(say(at, "login.password"), { exact: true }).fill("falsch");
  await entryButton(at).click();
  await page.getByRole("alert").first().waitFor();
  await show("login-wrong-password");
};

/** Without a password, without a program, without a service. */
export const poorlyEntering: PassingScene = async (stage) => {
  const { page, at, pass } = stage;
  const { url } = await sent(stage, "s_signature");
  await page.goto(url);
  await entryButton(at).waitFor();
  await pass("login-without-password");
  await page.route("**/*.js", (route) => route.abort());
  await page.goto(url);
  await entryButton(at).waitFor();
  await pass("login-before-program");
  await page.unrouteAll();
  const quick = await sent(stage, "a_signature", { more: { quick_login: true } });
  await page.route("**/api/auth/**", (route) => route.abort());
  await page.goto(quick.url);
  await page.getByRole("heading", { level: 1, name: say(at, "away.offline") }).waitFor();
  await pass("service-away");
  await page.unrouteAll();
  const data = ["We are working on our service.", "until=2036-11-27T02:30:00.000Z"];
  const body = JSON.stringify({ success: false, code: "MAINTENANCE", data });
  await page.route("**/api/**", (route) => route.fulfill({ status: 503, contentType: "application/json", body }));
  await page.goto(quick.url);
  await page.getByRole("heading", { level: 1, name: say(at, "away.maintenance") }).waitFor();
  await pass("maintenance");
  await page.unrouteAll();
  await page.route("**/assets/documents-page-*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await logIn(at, url);
  await button(at, "credentials.confirm").click();
  await page.getByRole("heading", { level: 1, name: say(at, "away.fault") }).waitFor();
  await pass("page-missing");
};

/** Straight to the code, with what nobody has read yet. */
export const quickEntering: PassingScene = async (stage) => {
  const { page, at, pass } = stage;
  const { url } = await sent(stage, "a_signature", { more: { quick_login: true } });
  const held = Promise.withResolvers<void>();
  await page.route("**/workflowLogin/**", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(url);
  await page.getByRole("status").getByText(say(at, "quick.title")).waitFor();
  await pass("quick-login", { underWay: true });
  held.resolve();
  await page.waitForURL(/\/authenticate$/);
  await page.getByText(say(at, "quick.unread")).waitFor();
  await pass("quick-authenticate");
};

/** Links whose workflow is over. */
export const ended: Scene = async (stage) => {
  const { page, at, show, product } = stage;
  const expired = await sent(stage, "s_signature");
  await expire(stage, expired.created);
  await page.goto(expired.url);
  await page.getByRole("heading", { level: 1, name: say(at, "ended.expired") }).waitFor();
  await show("ended-expired");
  const cancelled = await sent(stage, "s_signature");
  await call(product.demo, "DELETE", `/api/v1/workflows/${cancelled.created.workflow_id}`);
  await page.goto(cancelled.url);
  await page.getByRole("heading", { level: 1, name: say(at, "ended.cancelled") }).waitFor();
  await show("ended-cancelled");
};

/** The warning before a session ends, and its end; before them the way out that somebody does not take. */
export const interrupted: Scene = async (stage) => {
  const { page, at, show, context } = stage;
  const { url } = await sent(stage, "s_signature");
  await page.clock.install();
  await logIn(at, url);
  const { dialog, save } = await openRefusal(at, null);
  await show("refuse");
  await save.click();
  await dialog.getByRole("alert").waitFor();
  await show("refuse-without-reason");
  await button(at, "refusal.cancel").click();
  // An answer that comes afterwards would put the end off.
  await page.waitForLoadState("networkidle");
  await page.clock.fastForward((session_idle_s - session_warning_s + 20) * 1_000);
  await button(at, "session.stay").waitFor();
  await show("session-ending");
  await context.clearCookies();
  await button(at, "session.stay").click();
  await page.getByRole("link", { name: say(at, "session.again") }).waitFor();
  await show("session-ended");
};

/** The pages for everybody. */
export const publicPages: Scene = async ({ page, product, show }) => {
  for (const path of ["", "no/such/page", "imprint", "privacy_policy", "trust", "certManager", "handover"]) {
    await page.goto(`${product.demo.baseUrl}/${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    await show({ "": "start", "no/such/page": "notfound", handover: "handover-over" }[path] ?? path);
  }
};
