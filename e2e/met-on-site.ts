/** People who are met on site, over HTTP: from the operator's desk to a certificate and a code. No browser, and nothing of the server but its API. */
import { challenge } from "@siegel/contract/calls/challenges.ts";
import { Secret, TOTP } from "otpauth";
import { callApi } from "../fixtures/api-call.ts";
import { codeIn, nextMessage, saysReference } from "../fixtures/inbox.ts";
import { cookiesOf, type ReceivedCode, type SignerClient } from "../fixtures/signer-client.ts";
import { personMet } from "../packages/server/test/operators.ts";
import type { Demo } from "./product.ts";

/** Somebody with a qualified certificate, and the password of its key. */
export type Certified = {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
};

/** An operator who is logged in. `certify` records somebody, who then makes their certificate with the mail's link. */
export type Desk = { readonly certify: (who: Certified) => Promise<void> };

/** Logs the demo's operator in. A code of the app counts once: there is one desk for each start of a product. */
export async function openDesk(demo: Demo): Promise<Desk> {
  const { operator, baseUrl } = demo;
  if (operator === null) throw new Error("the demo has no operator");
  const totp = new TOTP({ secret: Secret.fromBase32(operator.totp_secret) }).generate();
  const { email, password } = operator;
  const entered = await callApi("POST", `${baseUrl}/api/operator/login`, { body: { email, password, totp } });
  requireSuccess(entered);
  const headers = { cookie: cookiesOf(entered) };
  return {
    certify: async ({ password: chosen, ...who }) => {
      const body = personMet(who);
      requireSuccess(await callApi("POST", `${baseUrl}/api/operator/cases`, { headers, body }));
      await makeCertificate(demo, { ...who, password: chosen });
    },
  };
}

/** What a browser says of a script of our own pages. */
const own_fetch = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };

async function makeCertificate({ baseUrl, sandboxUrl }: Demo, who: Certified): Promise<void> {
  const mail = await nextMessage(sandboxUrl, who.email, { channel: "mail", about: /personalident/ });
  const secret = /\/personalident\/([\w-]+)/.exec(mail.text)?.[1] ?? "";
  const address = (call: string) => `${baseUrl}/api/personalident/${call}/${secret}`;
  const sent = await callApi<{ reference: string }>("GET", address("sendSms"), { headers: own_fetch });
  requireSuccess(sent);
  const about = saysReference(sent.body.data.reference);
  const otp = codeIn(await nextMessage(sandboxUrl, who.phone, { channel: "sms", about }));
  const { password } = who;
  const body = { otp, password, confirm_password: password, gtcChecked: true };
  requireSuccess(await callApi("POST", address("createCertificate"), { body }));
}

/** Asks for a qualified signer's code by text message and reads it from their phone. @throws when no code is sent */
export async function receiveQualified(
  { sandboxUrl }: Demo,
  signer: SignerClient,
  phone: string,
): Promise<ReceivedCode> {
  const sent = await signer.call("POST", "auth/getSMSQualified", { workflow: { gtcChecked: true } });
  if (!sent.success) throw new Error(JSON.stringify(sent));
  const { id, reference } = challenge.parse(sent.data);
  const about = saysReference(reference);
  return { auth_token: id, otp: codeIn(await nextMessage(sandboxUrl, phone, { channel: "sms", about })) };
}

function requireSuccess({ body }: { readonly body: { readonly success: boolean } }): void {
  if (!body.success) throw new Error(JSON.stringify(body));
}
