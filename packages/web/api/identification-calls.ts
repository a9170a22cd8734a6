/** The calls of identification by ID card and by video: their own table, loaded with the pages that make them. */
import type * as calls from "@siegel/contract/calls/identification.ts";
import { queryOptions } from "@tanstack/react-query";
import type { SessionHeader } from "../session.ts";
import type { Answer } from "./answer.ts";
import type { DataOf, InputOf } from "./call-types.ts";
import { type CallOptions, callAt, dataOf } from "./client.ts";

type Contract = Pick<
  typeof calls,
  | "startAusweisApp"
  | "createCaseAusweisApp"
  | "startNect"
  | "checkNect"
  | "getIdentification"
  | "cancelIdentification"
  | "offerToPhone"
  | "lookAtPhoneOffer"
  | "takePhoneOffer"
  | "signWorkflowQes"
  | "requestReview"
  | "lookAtMailbox"
  | "proveMailbox"
>;
type Name = keyof Contract;

/** Method and path of each; `calls.test.ts` compares them with the contract. */
export const identificationCallTable = {
  startAusweisApp: { method: "GET", path: "/api/auth/startAusweisApp" },
  createCaseAusweisApp: { method: "POST", path: "/api/auth/createCaseAusweisApp" },
  startNect: { method: "POST", path: "/api/auth/startNect" },
  checkNect: { method: "POST", path: "/api/auth/checkNect" },
  getIdentification: { method: "GET", path: "/api/auth/identification" },
  cancelIdentification: { method: "POST", path: "/api/auth/cancelIdentification" },
  offerToPhone: { method: "POST", path: "/api/auth/identificationOnPhone" },
  lookAtPhoneOffer: { method: "GET", path: "/api/auth/identificationOnPhone/:secret" },
  takePhoneOffer: { method: "POST", path: "/api/auth/identificationOnPhone/:secret" },
  signWorkflowQes: { method: "POST", path: "/api/signing/signWorkflowQES" },
  requestReview: { method: "POST", path: "/api/auth/requestReview" },
  lookAtMailbox: { method: "GET", path: "/api/certificates/mailbox/:secret" },
  proveMailbox: { method: "POST", path: "/api/certificates/mailbox/:secret" },
} as const satisfies Record<Name, { readonly method: string; readonly path: string }>;

/** Makes a call. Never throws: a dead network is a SERVICE_ERROR with status 0. */
export async function callIdentification<N extends Name>(
  name: N,
  input: InputOf<Contract[N]>,
  options?: CallOptions,
): Promise<Answer<DataOf<Contract[N]>>> {
  return await callAt({ name, ...identificationCallTable[name] }, input, options);
}

const first_look_ms = 2_000;
const last_look_ms = 10_000;

/** How long a page waits before it asks again: longer each time, and as long as the server said. `retryAfterSeconds`: of its last refusal. */
export function lookAgainMs(looks: number, retryAfterSeconds: number | null): number {
  const grown = Math.min(last_look_ms, first_look_ms * 1.25 ** Math.max(0, looks - 1));
  return Math.max(grown, (retryAfterSeconds ?? 0) * 1_000);
}

/** How the signer's newest identification in this browser stands; null: there is none. @throws CallRefused */
export const askIdentification = async () =>
  dataOf(await callIdentification("getIdentification", {}, { patient: true }));

/** The same, asked once for all who want to know. */
export const identificationQuery = (header: SessionHeader) =>
  queryOptions({
    queryKey: ["identification", header.workflow_id, header.signer_id],
    queryFn: askIdentification,
    staleTime: 0,
    retry: false,
  });
