/** A signer who speaks HTTP to the test server, and the workflows made for one. */
import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SentSigner } from "@siegel/contract/calls/sending.ts";
import { plainPdf } from "../../../fixtures/documents.ts";
import { call, cookieFrom, create, logIn as logInCall, signer as signerOf, withSession } from "./api-client.ts";
import type { TestServer } from "./test-server.ts";

/** An answer of the API: status, headers and the body's envelope. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly success: boolean;
  readonly code?: string;
  readonly data: unknown;
};

type ExtraHeaders = Readonly<Record<string, string>>;

/** A signer's session. `call` sends its token and cookie; `fetch` answers the response itself, for what is no JSON. */
export type SignerClient = {
  readonly workflowId: string;
  readonly signerId: string;
  readonly call: (method: string, path: string, body?: unknown, headers?: ExtraHeaders) => Promise<Answer>;
  readonly fetch: (path: string, headers?: ExtraHeaders) => Promise<Response>;
};

/** What a workflow of the tests is made of; everything may be left out. */
export type Sending = {
  readonly signers?: readonly Partial<SentSigner>[];
  readonly documents?: ReadonlyArray<{ readonly name: string; readonly bytes: Uint8Array }>;
};

/** A created workflow: ids by position. */
export type Sent = {
  readonly workflowId: string;
  readonly signerIds: readonly string[];
  readonly fileIds: readonly string[];
};

let counted = 0;

/** A number nobody else has in this run, so that limits a number of one test do not meet another. */
export function freshPhone(): string {
  counted += 1;
  return `+49151${String(20_000_000 + (process.pid % 1_000) * 10_000 + counted)}`;
}

/** Sends a workflow for advanced signers with numbers of their own. @throws with the answer when it is refused */
export async function send(server: TestServer, sending: Sending = {}): Promise<Sent> {
  const documents = sending.documents ?? [{ name: "Vertrag.pdf", bytes: plainPdf() }];
  const signers = (sending.signers ?? [{}]).map((change, n) =>
    signerOf(change.reference ?? `S${n + 1}`, change.type ?? "a_signature", { phone: freshPhone(), ...change }),
  );
  const contents = documents.map(({ name, bytes }) => ({ name, content: Buffer.from(bytes).toString("base64") }));
  const created = await create(server, { documents: contents, signers });
  return {
    workflowId: created.workflow_id,
    signerIds: created.signers.map(({ signer_id }) => signer_id),
    fileIds: created.documents.map(({ id }) => id),
  };
}

/** Logs a signer in; in a refused workflow the cookie is all there is. @throws with the answer when refused */
export async function logIn(server: TestServer, sent: Sent, position = 0): Promise<SignerClient> {
  const { workflowId } = sent;
  const signerId = sent.signerIds[position] ?? "";
  const opened = await logInCall(server, { workflow: workflowId, signer: signerId });
  if (opened.status !== 200) throw new Error(JSON.stringify(opened.body));
  const cookie = cookieFrom(opened);
  const refused = opened.body.data === "REVOKED";
  const identity = refused ? { cookie } : withSession({ token: opened.body.data.workflow.accessToken, cookie });
  return {
    workflowId,
    signerId,
    fetch: (path, headers) => fetch(`${server.url}/api/${path}`, { headers: { ...identity, ...headers } }),
    call: async (method, path, body, headers) => {
      const answer = await call(server, method, `/api/${path}`, { body, headers: { ...identity, ...headers } });
      return { ...answer.body, status: answer.status, headers: answer.headers };
    },
  };
}

/** The signer's files. */
export async function filesOf(signer: SignerClient): Promise<WorkflowFile[]> {
  return (await signer.call("GET", "files/getWorkflowFiles")).data as WorkflowFile[];
}

/** Confirms every file of the signer. */
export async function confirmAll(signer: SignerClient): Promise<Answer> {
  const files = (await filesOf(signer)).map(({ id }) => ({ id, completed: true }));
  return await signer.call("PUT", "files/updateXFDF/", { files });
}
