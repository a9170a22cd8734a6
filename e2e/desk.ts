/** An operator at the desk without a browser: who records people there, and brings them as far as their certificate. Nothing of the server but its API. */

import { createHash, randomBytes } from "node:crypto";
import type { OrganisationPage } from "@siegel/contract/calls/operator-organisations.ts";
import type { IdentCode } from "@siegel/contract/calls/personal-ident.ts";
import type { BrowserContext } from "playwright-core";
import { callApi } from "../fixtures/api-call.ts";
import { codeIn, messagesTo, nextMessage, saysReference } from "../fixtures/inbox.ts";
import { cookiesOf } from "../fixtures/signer-client.ts";
import { personMet } from "../packages/server/test/operators.ts";
import type { Demo, Product } from "./product.ts";

/** What an operator notes of a person, beside what every such person has here. */
export type Shown = {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly language?: "de" | "en";
  /** Whose seals they make; left out: they sign for themselves. */
  readonly organization_id?: string;
};

/** Somebody with a qualified certificate, and the password of its key. */
export type Certified = Shown & { readonly password: string };

const cookies = new Map<string, Promise<string>>();

/** One login for each product: a code of the app counts once, so the walks in the browser have those, and this is a recovery code. */
function cookieOf({ baseUrl, operator }: Demo): Promise<string> {
  const known = cookies.get(baseUrl) ?? logIn();
  cookies.set(baseUrl, known);
  return known;

  async function logIn(): Promise<string> {
    if (operator === null) throw new Error("the demo has no operator");
    const { email, password, recovery_codes } = operator;
    const body = { email, password, totp: recovery_codes.at(-1) };
    return cookiesOf(requireSuccess(await callApi("POST", `${baseUrl}/api/operator/login`, { body })));
  }
}

/** Lets a browser sit at the desk. */
export async function sitDown(context: BrowserContext, demo: Demo): Promise<void> {
  const pairs = (await cookieOf(demo)).split("; ").map((pair) => pair.split("="));
  await context.addCookies(pairs.map(([name = "", value = ""]) => ({ name, value, url: demo.baseUrl })));
}

/** Lets another operator sit at the desk, who was made and logged in without a browser. */
export async function sitDownAsColleague(
  context: BrowserContext,
  { demo, query }: Pick<Product, "demo" | "query">,
): Promise<void> {
  await cookieOf(demo);
  const secret = randomBytes(32).toString("base64url");
  await query(
    `insert into operator (operator_id, email, first_name, last_name, password_hash, password_changed_at, totp_sealed, totp_since, created_at)
     select repeat('0', 26), 'a.brandt@siegel.example', 'Ada', 'Brandt', password_hash, now(), totp_sealed, now(), now() from operator limit 1
     on conflict do nothing`,
    [],
  );
  await query(
    `insert into operator_session (session_id, operator_id, secret_hash, created_at, last_seen_at, network, user_agent)
     select $1, repeat('0', 26), $1, now(), now(), network, user_agent from operator_session limit 1`,
    [createHash("sha256").update(secret).digest("hex")],
  );
  await sitDown(context, demo);
  const [own] = (await context.cookies()).filter(({ name }) => name.endsWith("siegel_operator"));
  await context.addCookies([{ name: own?.name ?? "", value: secret, url: demo.baseUrl }]);
}

/** The id of the only organisation that a new product has. */
export async function organisationOf(demo: Demo): Promise<string> {
  const given = { headers: { cookie: await cookieOf(demo) } };
  const listed = await callApi<OrganisationPage>("GET", `${demo.baseUrl}/api/operator/organisations`, given);
  return requireSuccess(listed).body.data.organisations[0]?.organization_id ?? "";
}

/** Records a person who is met; answers the case. */
export async function record(demo: Demo, shown: Shown): Promise<{ readonly case_id: string }> {
  const given = { body: personMet(shown), headers: { cookie: await cookieOf(demo) } };
  const made = await callApi<{ case_id: string }>("POST", `${demo.baseUrl}/api/operator/cases`, given);
  return requireSuccess(made).body.data;
}

const about = /personalident/;

/** The link that their mail brings; `seen`: of how many such mails they know already. */
export async function linkFor({ sandboxUrl }: Demo, email: string, seen = 0): Promise<string> {
  const { text } = await nextMessage(sandboxUrl, email, { channel: "mail", about, seen });
  return /https?:\S+\/personalident\/[\w-]+/.exec(text)?.[0] ?? "";
}

/** Brings a person as far as their certificate, as its page does. @throws with the answer when refused */
export async function certify(demo: Demo, { password, ...shown }: Certified): Promise<void> {
  const { baseUrl, sandboxUrl } = demo;
  const known = await messagesTo(sandboxUrl, shown.email, "mail");
  await record(demo, shown);
  const secret = (await linkFor(demo, shown.email, known.filter(({ text }) => about.test(text)).length))
    .split("/")
    .at(-1);
  const address = (call: string) => `${baseUrl}/api/personalident/${call}/${secret}`;
  // What a browser says of a script of our own pages.
  const headers = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };
  const sent = requireSuccess(await callApi<IdentCode>("GET", address("sendSms"), { headers }));
  const named = saysReference(sent.body.data.reference);
  const otp = codeIn(await nextMessage(sandboxUrl, shown.phone, { channel: "sms", about: named }));
  const body = { otp, password, confirm_password: password, gtcChecked: true };
  requireSuccess(await callApi("POST", address("createCertificate"), { body }));
}

function requireSuccess<Answer extends { readonly body: { readonly success: boolean } }>(answer: Answer): Answer {
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer;
}
