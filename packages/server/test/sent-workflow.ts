/** Workflows sent to the test server, and their signers. */
import type { SentDocument, SentSigner } from "@siegel/contract/calls/sending.ts";
import type { Language, Mark } from "@siegel/contract/limits.ts";
import { loginLink } from "@siegel/contract/login-link.ts";
import { plainPdf } from "../../../fixtures/documents.ts";
import { documentOf } from "../../../fixtures/sent-document.ts";
import { logIn as openLink, type SignerClient } from "../../../fixtures/signer-client.ts";
import { apiOf, create, signer as signerOf } from "./api-client.ts";
import type { TestServer } from "./test-server.ts";

/** What a workflow of the tests is made of; everything may be left out. */
export type Sending = {
  readonly signers?: readonly Partial<SentSigner>[];
  readonly documents?: ReadonlyArray<{ readonly name: string; readonly bytes: Uint8Array }>;
  readonly language?: Language;
  readonly mark?: Mark;
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
export async function send(server: TestServer, { language, mark, ...sending }: Sending = {}): Promise<Sent> {
  const documents = sending.documents ?? [{ name: "Vertrag.pdf", bytes: plainPdf() }];
  const signers = (sending.signers ?? [{}]).map((change, n) =>
    signerOf(change.reference ?? `S${n + 1}`, change.type ?? "a_signature", { phone: freshPhone(), ...change }),
  );
  const contents: SentDocument[] = [];
  for (const { name, bytes } of documents) contents.push({ name, ...(await documentOf(apiOf(server), bytes)) });
  const created = await create(server, {
    documents: contents,
    signers,
    ...(language && { language }),
    ...(mark && { mark }),
  });
  return {
    workflowId: created.workflow_id,
    signerIds: created.signers.map(({ signer_id }) => signer_id),
    fileIds: created.documents.map(({ id }) => id),
  };
}

/** Logs a signer in by their link. @throws with the answer when refused */
export async function logIn(server: TestServer, sent: Sent, position = 0): Promise<SignerClient> {
  const signerId = sent.signerIds[position] ?? "";
  return await openLink(loginLink(server.url, { workflow_id: sent.workflowId, signer_id: signerId }, false));
}
