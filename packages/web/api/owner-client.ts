/** The calls of owners at /certManager: what was proven belongs to a cookie, so nothing is sent beside it. Loaded with their page only. */
import type * as calls from "@siegel/contract/calls/cert-manager.ts";
import { currentLanguage } from "../i18n/language.ts";
import type { Answer } from "./answer.ts";
import type { DataOf, InputOf } from "./call-types.ts";
import type { CallPlace } from "./client.ts";
import { limitCall, patience_ms } from "./limit-call.ts";
import { type Sending, sendCall } from "./send-call.ts";

type Contract = Pick<
  typeof calls,
  | "sendOtp"
  | "checkOtp"
  | "getCertificatesByEmail"
  | "checkRevokeCredentials"
  | "revokeSms"
  | "checkRevokeSms"
  | "revokeCertificateCall"
>;

/** Method and path of each; `calls.test.ts` compares them with the contract. */
export const ownerCallTable = {
  sendOtp: { method: "POST", path: "/api/account/sendOTP" },
  checkOtp: { method: "POST", path: "/api/auth/checkOTP" },
  getCertificatesByEmail: { method: "POST", path: "/api/account/getCertificatesByEmail" },
  checkRevokeCredentials: { method: "POST", path: "/api/auth/checkRevokeCredentials" },
  revokeSms: { method: "POST", path: "/api/auth/revokeSMS" },
  checkRevokeSms: { method: "POST", path: "/api/auth/checkRevokeSMS" },
  revokeCertificateCall: { method: "POST", path: "/api/account/revokeCertificate" },
} as const satisfies Record<keyof Contract, { readonly method: string; readonly path: string }>;

/** Makes a call in the page's language. Never throws: a dead network is a SERVICE_ERROR with status 0. */
export async function callOwner<Name extends keyof Contract>(
  name: Name,
  body: InputOf<Contract[Name]>["body"],
): Promise<Answer<DataOf<Contract[Name]>>> {
  return await sendOwner<DataOf<Contract[Name]>>({ name, ...ownerCallTable[name] }, { body });
}

/** The same for a call of another table. */
export async function sendOwner<Data>(
  place: CallPlace,
  input: Pick<Sending, "params" | "query" | "body">,
  patienceMs = patience_ms,
): Promise<Answer<Data>> {
  const { signal, stop } = limitCall(patienceMs, undefined);
  const headers = { "Accept-Language": currentLanguage() };
  const answer = await sendCall<Data>(place, { ...input, headers, signal, keepalive: false });
  stop();
  if (!answer.ok) console.warn(`${place.name} failed: ${answer.status} ${answer.code}`);
  return answer;
}
