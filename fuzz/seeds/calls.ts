/** Every call of the contract, with a request that its schemas take. */

import type { Call } from "../../packages/contract/call.ts";
import * as challenges from "../../packages/contract/calls/challenges.ts";
import * as configuration from "../../packages/contract/calls/configuration.ts";
import * as files from "../../packages/contract/calls/files.ts";
import * as health from "../../packages/contract/calls/health.ts";
import * as sending from "../../packages/contract/calls/sending.ts";
import * as signing from "../../packages/contract/calls/signing.ts";
import * as workflow from "../../packages/contract/calls/workflow.ts";

/** A request as it crosses the wire: what stands in the address is text. */
export type Request = {
  readonly call: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

const isCall = (value: unknown): value is Call =>
  typeof value === "object" && value !== null && "caller" in value && "path" in value && "response" in value;

/** The calls by their names. */
export const calls: ReadonlyMap<string, Call> = new Map(
  [challenges, configuration, files, health, sending, signing, workflow]
    .flatMap((subject) => Object.values(subject).filter(isCall))
    .map((call) => [call.name, call]),
);

const id = "0123456789abcdefghjkmnpqrs";
const ids = { workflow_id: id, signer_id: id };
const claimed = { workflow: ids };
const person = { first_name: "Erika", last_name: "Müller", email: "erika@example.org" };
const signer = { reference: "alice", type: "a_signature", ...person };
const placed = { document: "a.pdf", kind: "text", page: 1, rect: [10, 10, 100, 20], name: "city", required: true };
const documents = [{ name: "a.pdf", content: "JVBERg==" }];
const sent = { name: "Vertrag", initiator: person, documents, signers: [signer] };

/** Requests to begin with; together they use every field. */
export const requests: readonly Request[] = [
  { call: "createWorkflow", body: sent },
  {
    call: "createWorkflow",
    body: {
      ...sent,
      description: "zwei\nZeilen",
      expires_at: "2026-12-31T23:59:59+01:00",
      password: "geheim-geheim",
      language: "de",
      sequential: true,
      documents: [{ name: "a.pdf", upload_id: id }],
      signers: [
        {
          ...signer,
          phone: "+4915112345678",
          organisation: "Beispiel",
          language: "en",
          fields: [
            placed,
            { ...placed, kind: "signature" },
            { ...placed, kind: "choice", options: ["rot", "blau"], required: true },
          ],
        },
      ],
    },
  },
  {
    call: "updateXFDF",
    body: { files: [{ id, completed: true, xfdf_annotations: [{ annotation_id: `${id}.city`, value: "Köln" }] }] },
  },
  { call: "signWorkflow", body: { ...claimed, auth_token: id, otp: "123456" } },
  {
    call: "signWithoutAuth",
    body: { ...claimed, files: [{ id, xfdf_annotations: [{ annotation_id: "a", value: "b" }] }] },
  },
  { call: "getSMS", body: { ...claimed, files: [{ id, xfdf_annotations: [{ annotation_id: "a", value: "b" }] }] } },
  { call: "getPhone", body: claimed },
  { call: "retrySMS", body: ids },
  { call: "checkSMS", body: { ...claimed, auth_token: id, otp: "000000" } },
  { call: "checkPath", body: ids },
  { call: "checkWorkflow", body: ids },
  { call: "workflowLogin", params: ids, body: { workflow: { password: "geheim-geheim", gtcChecked: true } } },
  { call: "revokeWorkflow", params: ids, body: { msg: "Das ist falsch.\nWirklich." } },
  { call: "logout" },
  { call: "extendSession" },
  { call: "getWorkflow", params: { workflow_id: id } },
  { call: "getWorkflowFiles" },
  { call: "getFileToSign", params: { signer_id: id } },
  { call: "getFile", params: { id: "audit_report" } },
  { call: "getFileOpening", params: { id } },
  { call: "getSummaryFiles" },
  { call: "getSigningState" },
  { call: "configuration" },
  { call: "health" },
  { call: "uploadPdf" },
  { call: "listWorkflows", query: { status: "OPEN", limit: "20", cursor: "abc" } },
  { call: "readWorkflow", params: { id } },
  { call: "cancelWorkflow", params: { id } },
  { call: "remindWorkflow", params: { id } },
  { call: "readWorkflowDocument", params: { id, file_id: id } },
  { call: "readAuditReport", params: { id }, query: { language: "de" } },
];
