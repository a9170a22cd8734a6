/** An operator at the desk without a browser: who records people there, and brings them as far as their certificate. */
import type { IdentCode } from "@siegel/contract/calls/personal-ident.ts";
import type { BrowserContext } from "playwright-core";
import { type ApiAnswer, callApi } from "../fixtures/api-call.ts";
import { codeIn, messagesTo, nextMessage, saysReference } from "../fixtures/inbox.ts";
import type { Demo } from "./product.ts";

/** What an operator notes of a person, beside what every such person has here. */
export type Shown = {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly language?: "de" | "en";
  readonly organization_id?: string;
};

/** The password of every certificate here. */
export const certificate_password = "Leuchtturm 7!";

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
    const answer = await callApi("POST", `${baseUrl}/api/operator/login`, { body });
    const [cookie] = answer.headers.getSetCookie().filter((line) => /^siegel_operator=[^;]/.test(line));
    if (cookie === undefined) throw new Error(`the operator is not let in: ${answer.body.code}`);
    return cookie.split(";")[0] ?? "";
  }
}

/** Calls the desk's API. @throws with the answer when refused */
export async function callDesk<Data>(demo: Demo, method: string, path: string, body?: unknown): Promise<Data> {
  const headers = { cookie: await cookieOf(demo) };
  const answer: ApiAnswer<Data> = await callApi(method, `${demo.baseUrl}/api/operator/${path}`, { body, headers });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

/** Lets a browser sit at the desk. */
export async function sitDown(context: BrowserContext, demo: Demo): Promise<void> {
  const [name = "", value = ""] = (await cookieOf(demo)).split("=");
  await context.addCookies([{ name, value, url: demo.baseUrl, httpOnly: true, sameSite: "Strict" }]);
}

/** Records a person who is met; answers the case. */
export async function record(demo: Demo, shown: Shown): Promise<{ readonly case_id: string }> {
  return await callDesk(demo, "POST", "cases", {
    ...{ birthdate: "1984-05-17", nationality: "DE", language: "en" },
    ...{ document_kind: "id_card", document_number: "L01X00T47", document_issuer: "Hamburg" },
    document_valid_until: "2031-06-30",
    confirmed: { face: true, document: true, phone: true },
    ...shown,
  });
}

/** The link that their mail brings; `seen`: of how many mails they know already. */
export async function linkFor({ sandboxUrl }: Demo, email: string, seen = 0): Promise<string> {
  const { text } = await nextMessage(sandboxUrl, email, { channel: "mail", about: /personalident/, seen });
  return /https?:\S+\/personalident\/[\w-]+/.exec(text)?.[0] ?? "";
}

/** Brings a person as far as their certificate, as its page does. @throws with the answer when refused */
export async function certify(demo: Demo, shown: Shown): Promise<void> {
  const known = await messagesTo(demo.sandboxUrl, shown.email, "mail");
  const seen = known.filter(({ text }) => /personalident/.test(text)).length;
  await record(demo, shown);
  const secret = (await linkFor(demo, shown.email, seen)).split("/").at(-1);
  const url = (call: string) => `${demo.baseUrl}/api/personalident/${call}/${secret}`;
  const ours = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };
  const sent = await callApi<IdentCode>("GET", url("sendSms"), { headers: ours });
  const about = saysReference(sent.body.data.reference);
  const otp = codeIn(await nextMessage(demo.sandboxUrl, shown.phone, { channel: "sms", about }));
  const password = certificate_password;
  const body = { otp, password, confirm_password: password, gtcChecked: true };
  const made = await callApi("POST", url("createCertificate"), { body });
  if (!made.body.success) throw new Error(JSON.stringify(made.body));
}
