/** Requests that Twilio makes to us: form posts signed with X-Twilio-Signature (Twilio "Security", "Validating Signatures"). */
import { createHmac } from "node:crypto";
import { requireLoopback } from "./loopback.ts";

/** The account that signs: its auth token is the key, even if the request used an API key. */
export type TwilioAccount = { readonly sid: string; readonly authToken: string };

/** How long we wait for an answer; Twilio itself waits 15 s. */
const callback_timeout_ms = 15_000;

/** Base64 of HMAC-SHA1 over the URL and every parameter, sorted by name, as name and value without separators. */
export function twilioSignature(authToken: string, url: string, parameters: Readonly<Record<string, string>>): string {
  const names = Object.keys(parameters).sort();
  const signed = url + names.map((name) => name + (parameters[name] ?? "")).join("");
  return createHmac("sha1", authToken).update(signed, "utf8").digest("base64");
}

/** Posts a signed form. @throws if no answer comes in time, or the address is not on this machine */
export async function postSigned(
  account: TwilioAccount,
  url: string,
  parameters: Readonly<Record<string, string>>,
): Promise<{ status: number; body: string }> {
  requireLoopback(url);
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      "x-twilio-signature": twilioSignature(account.authToken, url, parameters),
      "user-agent": "TwilioProxy/1.1",
    },
    body: new URLSearchParams(parameters),
    redirect: "manual",
    signal: AbortSignal.timeout(callback_timeout_ms),
  });
  return { status: answer.status, body: await answer.text() };
}
