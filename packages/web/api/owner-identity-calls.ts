/** The calls of owners who identify themselves once more, and of the link that stops a change: their own table, loaded with those pages. */
import type * as calls from "@siegel/contract/calls/cert-identity.ts";
import type { Answer } from "./answer.ts";
import type { DataOf, InputOf } from "./call-types.ts";
import { sendOwner } from "./owner-client.ts";

type Contract = typeof calls;
/** Those of its exports that are calls. */
type Name = { [Key in keyof Contract]: Contract[Key] extends { readonly path: string } ? Key : never }[keyof Contract];

/** Method and path of each; `calls.test.ts` compares them with the contract. */
export const ownerIdentityCallTable = {
  startAusweisAppRevoke: { method: "GET", path: "/api/auth/startAusweisAppRevoke" },
  offerToPhoneRevoke: { method: "POST", path: "/api/auth/identificationOnPhoneRevoke" },
  startNectRevoke: { method: "POST", path: "/api/auth/startNectRevoke" },
  createCaseAusweisAppRevoke: { method: "POST", path: "/api/auth/createCaseAusweisAppRevoke" },
  cancelIdentificationRevoke: { method: "POST", path: "/api/auth/cancelIdentificationRevoke" },
  changeSms: { method: "POST", path: "/api/auth/changeSMS" },
  changePhone: { method: "POST", path: "/api/account/changePhone" },
  changePassword: { method: "POST", path: "/api/account/changePassword" },
  lookAtChange: { method: "GET", path: "/api/account/change/:secret" },
  stopChange: { method: "POST", path: "/api/account/change/:secret" },
} as const satisfies Record<Name, { readonly method: string; readonly path: string }>;

/** A key is made and a certificate is issued before the answer comes. */
const patience_of_certificate_ms = 120_000;

/** Makes a call. Never throws: a dead network is a SERVICE_ERROR with status 0. */
export async function callOwnerIdentity<N extends Name>(
  name: N,
  input: InputOf<Contract[N]>,
): Promise<Answer<DataOf<Contract[N]>>> {
  const patience = name === "changePassword" ? patience_of_certificate_ms : undefined;
  return await sendOwner<DataOf<Contract[N]>>({ name, ...ownerIdentityCallTable[name] }, input, patience);
}
