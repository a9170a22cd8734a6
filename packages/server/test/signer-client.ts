/** A sender and a signer who speak HTTP to the test server. */
import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { PlacedField, SentSigner } from "@siegel/contract/calls/sending.ts";
import { plainPdf } from "../../../fixtures/documents.ts";
import type { TestServer } from "./test-server.ts";

/** An answer of the API: status and headers, and the body's envelope where it is JSON. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly success: boolean;
  readonly code?: string;
  readonly data: unknown;
};

/** A signer's session. `call` sends its token and cookie. */
export type SignerClient = {
  readonly workflowId: string;
  readonly signerId: string;
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>;
  /** The response itself, for what is no JSON. */
  readonly fetch: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
};

/** What a workflow of the tests is made of; everything may be left out. */
export type Sending = {
  readonly signers?: ReadonlyArray<Partial<SentSigner> & { readonly fields?: PlacedField[] }>;
  readonly documents?: ReadonlyArray<{ readonly name: string; readonly bytes: Uint8Array }>;
  readonly more?: Readonly<Record<string, unknown>>;
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

/** Sends a workflow. @throws with the answer when it is refused */
export async function send(server: TestServer, sending: Sending = {}): Promise<Sent> {
  const documents = sending.documents ?? [{ name: "Vertrag.pdf", bytes: plainPdf() }];
  const signers = (sending.signers ?? [{}]).map((signer, n) => ({
    reference: `S${n + 1}`,
    type: "a_signature",
    first_name: "Ada",
    last_name: "Berg",
    email: `ada${n}@example.org`,
    phone: freshPhone(),
    ...signer,
  }));
  const answer = await fetch(`${server.url}/api/v1/workflows`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      name: "Miete",
      initiator: { first_name: "Jonas", last_name: "Feddersen", email: "jonas@example.org" },
      documents: documents.map(({ name, bytes }) => ({ name, content: Buffer.from(bytes).toString("base64") })),
      signers,
      ...sending.more,
    }),
  });
  const body = (await answer.json()) as {
    success: boolean;
    data: { workflow_id: string; signers: Array<{ signer_id: string }>; documents: Array<{ id: string }> };
  };
  if (!body.success) throw new Error(JSON.stringify(body));
  return {
    workflowId: body.data.workflow_id,
    signerIds: body.data.signers.map(({ signer_id }) => signer_id),
    fileIds: body.data.documents.map(({ id }) => id),
  };
}

/** Logs a signer in. @throws with the answer when refused */
export async function logIn(server: TestServer, sent: Sent, position = 0): Promise<SignerClient> {
  const { workflowId } = sent;
  const signerId = sent.signerIds[position] ?? "";
  let identity: Record<string, string> = {};
  const ask = (method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${server.url}/api/${path}`, {
      method,
      headers: { ...identity, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const login = await ask("POST", `auth/workflowLogin/${workflowId}/${signerId}`, { workflow: { gtcChecked: true } });
  const opened = (await login.json()) as { success: boolean; data: { workflow: { accessToken: string } } | "REVOKED" };
  if (!opened.success) throw new Error(JSON.stringify(opened));
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  identity = {
    cookie,
    ...(opened.data === "REVOKED" ? {} : { authorization: `Bearer ${opened.data.workflow.accessToken}` }),
  };
  return {
    workflowId,
    signerId,
    fetch: (path, headers) => ask("GET", path, undefined, headers),
    call: async (method, path, body, headers) => {
      const answer = await ask(method, path, body, headers);
      const envelope = (await answer.json()) as Omit<Answer, "status" | "headers">;
      return { ...envelope, status: answer.status, headers: answer.headers };
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
