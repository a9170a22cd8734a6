/** Speaks to the test server as a sender's system and as a signer's browser do. */
import type { SentWorkflow } from "@siegel/contract/calls/sending.ts";
import { signerId, workflowId } from "@siegel/contract/ids.ts";
import { inTransaction } from "../db/transaction.ts";
import { markSigned, markSigning } from "../rooms/workflows/workflows.ts";
import { testPdf } from "./test-pdf.ts";
import type { TestServer } from "./test-server.ts";

/** An answer of the wire; `data` is left to the test to look at. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { success: boolean; code?: string; data: Json };
};

// biome-ignore lint/suspicious/noExplicitAny: an answer as a client without our types sees it
type Json = any;

/** One call; a body becomes JSON. */
export async function call(
  server: TestServer,
  method: string,
  path: string,
  sent: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const body = sent.body === undefined ? {} : { body: JSON.stringify(sent.body) };
  const type = sent.body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(server.url + path, { method, headers: { ...type, ...sent.headers }, ...body });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer["body"] };
}

/** The sender's header. */
export const withKey = (server: TestServer, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${server.apiKey}`,
  ...more,
});

/** A request for a workflow with one s_signature signer, changed as the test needs. */
export async function sentWorkflow(change: Partial<SentWorkflow> = {}): Promise<SentWorkflow> {
  return {
    name: "Lease of a flat",
    description: "Please sign until Friday",
    initiator: { first_name: "Frauke", last_name: "Petersen", email: "frauke.petersen@hafenwerk.example" },
    documents: [{ name: "lease.pdf", content: (await testPdf()).toString("base64") }],
    signers: [signer("one", "s_signature")],
    ...change,
  };
}

/** A signer of a request. */
export function signer(
  reference: string,
  type: SentWorkflow["signers"][number]["type"],
  change: Partial<SentWorkflow["signers"][number]> = {},
) {
  const person = { reference, type, first_name: "Erika", last_name: "Mustermann", email: `${reference}@example.org` };
  return { ...person, ...(type === "s_signature" ? {} : { phone: "+49 151 23456789" }), ...change };
}

/** A workflow as its sender knows it after creation. */
export type Created = {
  workflow_id: string;
  signers: Array<{ reference: string; signer_id: string; url: string }>;
  documents: Array<{ id: string; name: string }>;
};

/** Creates a workflow and expects that it works. */
export async function create(server: TestServer, change: Partial<SentWorkflow> = {}): Promise<Created> {
  const answer = await call(server, "POST", "/api/v1/workflows", {
    body: await sentWorkflow(change),
    headers: withKey(server),
  });
  if (answer.status !== 201) throw new Error(`not created: ${JSON.stringify(answer.body)}`);
  return answer.body.data as Created;
}

/** What a browser holds after a login. */
export type BrowserSession = { readonly token: string; readonly cookie: string };

/** The headers of a logged-in browser. */
export const withSession = ({ token, cookie }: BrowserSession) => ({ authorization: `Bearer ${token}`, cookie });

/** The cookie that an answer sets, as a browser sends it back. */
export const cookieFrom = (answer: Answer) => (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";

/** A login call. */
export async function logIn(
  server: TestServer,
  ids: { workflow: string; signer: string },
  workflow: { password?: string; gtcChecked?: boolean } = { gtcChecked: true },
): Promise<Answer> {
  return await call(server, "POST", `/api/auth/workflowLogin/${ids.workflow}/${ids.signer}`, { body: { workflow } });
}

/** Logs in and expects that it works. */
export async function openBrowser(server: TestServer, created: Created, n = 0): Promise<BrowserSession> {
  const answer = await logIn(server, idsOf(created, n));
  if (answer.status !== 200) throw new Error(`not logged in: ${JSON.stringify(answer.body)}`);
  return { token: answer.body.data.workflow.accessToken, cookie: cookieFrom(answer) };
}

/** The ids of a link. */
export const idsOf = (created: Created, n = 0) => ({
  workflow: created.workflow_id,
  signer: created.signers[n]?.signer_id ?? "",
});

/** What the signing room does when a signature is written, without the signature: approval recorded, then switched. */
export async function markAsSigned(server: TestServer, created: Created, n: number): Promise<{ finished: boolean }> {
  const { deps } = server;
  const ids = {
    workflowId: workflowId.parse(created.workflow_id),
    signerId: signerId.parse(created.signers[n]?.signer_id),
  };
  await inTransaction(deps.db, (db) => markSigning(db, ids.signerId));
  return await inTransaction(deps.db, (db) => markSigned(db, { ...ids, at: deps.clock.now(), enqueue: deps.enqueue }));
}
