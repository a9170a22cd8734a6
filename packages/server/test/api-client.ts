/** Speaks to the test server as a sender's system and as a signer's browser do. */
import type { SentWorkflow } from "@siegel/contract/calls/sending.ts";
import { signerId, workflowId } from "@siegel/contract/ids.ts";
import { loginLink } from "@siegel/contract/login-link.ts";
import { type ApiAnswer, callApi, type Sent } from "../../../fixtures/api-call.ts";
import type { Api } from "../../../fixtures/sent-document.ts";
import {
  type BrowserSession,
  cookiesOf,
  type LoginForm,
  logIn as openLink,
  requestLogin,
  sessionHeaders,
} from "../../../fixtures/signer-client.ts";
import { inTransaction } from "../db/transaction.ts";
import { markSigned, markSigning } from "../rooms/workflows/workflows.ts";
import { testPdf } from "./test-pdf.ts";
import type { TestServer } from "./test-server.ts";

/** An answer of the wire; `data` is left to the test to look at. */
export type Answer = ApiAnswer<Json>;

// biome-ignore lint/suspicious/noExplicitAny: an answer as a client without our types sees it
type Json = any;

/** One call; a body becomes JSON. */
export async function call(server: TestServer, method: string, path: string, sent?: Sent): Promise<Answer> {
  return await callApi<Json>(method, server.url + path, sent);
}

/** Where a sender's system finds it, with its key. */
export const apiOf = ({ url, apiKey }: TestServer): Api => ({ baseUrl: url, apiKey });

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
  signers: Array<{ reference: string; signer_id: string; url: string; notices: string[] }>;
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

/** The headers of a logged-in browser. */
export const withSession = sessionHeaders;

/** The cookie that an answer sets, as a browser sends it back. */
export const cookieFrom = cookiesOf;

/** A login call. */
export async function logIn(
  server: TestServer,
  ids: { workflow: string; signer: string },
  form?: LoginForm,
): Promise<Answer> {
  return await requestLogin<Json>(linkOf(server, ids), form);
}

const linkOf = (server: TestServer, ids: { workflow: string; signer: string }) =>
  loginLink(server.url, { workflow_id: ids.workflow, signer_id: ids.signer }, false);

/** Logs in and expects that it works. */
export async function openBrowser(
  server: TestServer,
  created: Created,
  n = 0,
): Promise<BrowserSession & { readonly token: string }> {
  const { token, cookie } = (await openLink(linkOf(server, idsOf(created, n)))).session;
  if (token === null) throw new Error("the workflow is refused: there is no token");
  return { token, cookie };
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
  // Approved in time, whatever the clock says when it is switched.
  await inTransaction(deps.db, (db) => markSigning(db, { ...ids, at: new Date(0) }));
  return await inTransaction(deps.db, (db) =>
    markSigned(db, { ...deps, ...ids, at: deps.clock.now(), record: async () => undefined }),
  );
}
