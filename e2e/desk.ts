/** An operator at the desk without a browser: who records people there, and brings them as far as their certificate. Nothing of the server but its API. */
import type { IdentCode } from "@siegel/contract/calls/personal-ident.ts";
import type { BrowserContext } from "playwright-core";
import { callApi } from "../fixtures/api-call.ts";
import { codeIn, messagesTo, nextMessage, saysReference } from "../fixtures/inbox.ts";
import { cookiesOf } from "../fixtures/signer-client.ts";
import { personMet } from "../packages/server/test/operators.ts";
import type { Demo } from "./product.ts";

/** What an operator notes of a person, beside what every such person has here. */
export type Shown = {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly language?: "de" | "en";
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
