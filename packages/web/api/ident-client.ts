/** The two calls of somebody who was met on site: no session, the secret of their mail is in the address. Loaded with their page only. */
import type { createCertificate, sendIdentSms } from "@siegel/contract/calls/personal-ident.ts";
import type { Answer } from "./answer.ts";
import type { DataOf, InputOf } from "./call-types.ts";
import { limitCall, patience_ms } from "./limit-call.ts";
import { sendCall } from "./send-call.ts";

type Contract = { sendIdentSms: typeof sendIdentSms; createCertificate: typeof createCertificate };

/** Method and path of both; `calls.test.ts` compares them with the contract. */
export const identCallTable = {
  sendIdentSms: { method: "GET", path: "/api/personalident/sendSms/:secret" },
  createCertificate: { method: "POST", path: "/api/personalident/createCertificate/:secret" },
} as const satisfies Record<keyof Contract, { readonly method: string; readonly path: string }>;

/** A key is made and a certificate is issued before the answer comes. */
const patience_of_certificate_ms = 120_000;

/** Makes a call. Never throws: a dead network is a SERVICE_ERROR with status 0. */
export async function callIdent<Name extends keyof Contract>(
  name: Name,
  input: InputOf<Contract[Name]>,
): Promise<Answer<DataOf<Contract[Name]>>> {
  const { signal, stop } = limitCall(
    name === "createCertificate" ? patience_of_certificate_ms : patience_ms,
    undefined,
  );
  const answer = await sendCall<DataOf<Contract[Name]>>(identCallTable[name], {
    ...input,
    headers: {},
    signal,
    keepalive: false,
  });
  stop();
  if (!answer.ok) console.warn(`${name} failed: ${answer.status} ${answer.code}`);
  return answer;
}
