/** An organisation's system that sends workflows through the public API. */
import type { SentWorkflow } from "@siegel/contract/calls/sending.ts";
import { createdWorkflow } from "@siegel/contract/calls/workflow-report.ts";
import type { z } from "zod";
import { type ApiAnswer, callApi } from "../fixtures/api-call.ts";
import { documentOf } from "../fixtures/sent-document.ts";
import type { Demo } from "./product.ts";

type Created = z.infer<typeof createdWorkflow>;
type Signer = SentWorkflow["signers"][number];

/** Calls the sender's API. */
export async function call(demo: Demo, method: string, path: string, body?: unknown): Promise<ApiAnswer> {
  const headers = { authorization: `Bearer ${demo.apiKey}` };
  return await callApi(method, `${demo.baseUrl}${path}`, { body, headers });
}

let people = 0;
/** A signer nobody else is: own address and number, so that inboxes never mix. */
export function person(type: Signer["type"], more: Partial<Signer> = {}): Signer {
  people += 1;
  const number = String(people).padStart(4, "0");
  return {
    reference: `signer${people}`,
    type,
    first_name: "Käthe",
    last_name: `Größe-Łukasz ${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[people % 26] ?? ""}`,
    email: `kaethe${people}@example.org`,
    phone: `+49151234${number}7`,
    ...more,
  };
}

/** Sends a workflow; @throws when the API refuses it */
export async function send(
  demo: Demo,
  pdf: Uint8Array,
  signers: Signer[],
  more: Partial<SentWorkflow> = {},
): Promise<Created> {
  const answer = await call(demo, "POST", "/api/v1/workflows", {
    name: "Mietvertrag Speicherstraße 8",
    initiator: { first_name: "Jonas", last_name: "Feddersen", email: "jonas@hafenwerk.example" },
    documents: [{ name: "Mietvertrag.pdf", ...(await documentOf(demo, pdf)) }],
    signers,
    ...more,
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return createdWorkflow.parse(answer.body.data);
}

/** The latest bytes of a document. */
export async function download(demo: Demo, created: Created, document = 0): Promise<Uint8Array> {
  return await fetchPdf(demo, `${created.workflow_id}/documents/${created.documents[document]?.id}`);
}

/** The audit report in English. */
export async function downloadReport(demo: Demo, created: Created): Promise<Uint8Array> {
  return await fetchPdf(demo, `${created.workflow_id}/audit-report?language=en`);
}

async function fetchPdf(demo: Demo, path: string): Promise<Uint8Array> {
  const answer = await fetch(`${demo.baseUrl}/api/v1/workflows/${path}`, {
    headers: { authorization: `Bearer ${demo.apiKey}` },
  });
  if (!answer.ok) throw new Error(`download answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
