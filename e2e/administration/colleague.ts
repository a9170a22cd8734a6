/** A person of the demo organisation whom a walk may change: the demo's own administrator is everybody's. */
import type { Page } from "playwright-core";
import { callApi } from "../../fixtures/api-call.ts";
import { nextMessage } from "../../fixtures/inbox.ts";
import type { Walked } from "../apart.ts";

/** With what they log in. */
export type Colleague = { readonly email: string; readonly password: string };

/** Invites a person and accepts for them. */
export async function makeColleague(
  { demo }: Pick<Walked, "demo">,
  {
    role,
    firstName = "Rahel",
    language = "de",
  }: { readonly role: "admin" | "user"; readonly firstName?: string; readonly language?: "de" | "en" },
): Promise<Colleague> {
  const { admin, baseUrl, sandboxUrl } = demo;
  if (admin === null) throw new Error("the demo has no administrator");
  const login = await callApi("POST", `${baseUrl}/api/auth/admin_login`, {
    body: { email: admin.email, password: admin.password },
  });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const email = `${firstName.toLowerCase()}.${Date.now()}@hafenwerk.example`;
  const body = { e_mail: email, account_role: role, language };
  await callApi("POST", `${baseUrl}/api/account/inviteAdministrator`, { body, headers: { cookie } });
  const { text } = await nextMessage(sandboxUrl, email, { channel: "mail", about: /link=/ });
  const link = decodeURIComponent(/\?link=(\S+)/.exec(text)?.[1] ?? "");
  const password = "Wasserkante9!";
  const person = { link, first_name: firstName, last_name: "Kiewitt", password };
  const done = await callApi("POST", `${baseUrl}/api/account/acceptInvitation`, { body: person });
  if (done.status !== 200) throw new Error(`the invitation was not accepted: ${done.body.code}`);
  return { email, password };
}

/** Presses the switch, and waits until the server has kept it. */
export async function speakGerman(page: Page): Promise<void> {
  const kept = page.waitForResponse(/\/api\/account\/ownLanguage$/);
  await page.getByRole("contentinfo").getByText("Deutsch", { exact: true }).click();
  await kept;
}
