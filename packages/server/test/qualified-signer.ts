/** People who were met: each with a qualified certificate, whose key opens with their password only. */
import { formPdf } from "../../../fixtures/documents.ts";
import { type Answer, confirmFiles, receiveQualifiedCode, type SignerClient } from "../../../fixtures/signer-client.ts";
import type { Db } from "../db/database.ts";
import { certifyDemoPerson } from "../rooms/certificates/certificates.ts";
import { freshPhone, logIn, type Sent, send } from "./sent-workflow.ts";
import type { RunningSandbox } from "./start-sandbox.ts";
import type { TestServer } from "./test-server.ts";

/** Somebody who was met, and what they know and have. */
export type Met = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
  readonly keyId: string;
  readonly certificateId: string;
};

/** Makes a key under their password and issues their certificate; `organisationId`: for its seals. */
export async function meet(
  { deps }: { readonly deps: Parameters<typeof certifyDemoPerson>[0] },
  who: Partial<Met> & { readonly organisationId?: string } = {},
): Promise<Met> {
  const email = `ada.${deps.random.id().slice(0, 8).toLowerCase()}@mail.example`;
  const met = { firstName: "Ada", lastName: "Löwe", email, phone: freshPhone(), password: "Leuchtturm 7!", ...who };
  const certificateId = await certifyDemoPerson(deps, { ...met, organisationId: who.organisationId ?? null });
  const ofCertificate = deps.db.selectFrom("signer_certificate").where("certificate_id", "=", certificateId);
  const { key_id: keyId } = await ofCertificate.select("key_id").executeTakeFirstOrThrow();
  return { ...met, keyId, certificateId };
}

/** A qualified signer of a sent workflow, logged in and done with the documents. */
export type QualifiedSigner = { readonly met: Met; readonly sent: Sent; readonly client: SignerClient };

/** Sends a workflow to people who were met, the first of whom confirms its documents; `others` sign it too. */
export async function sendQualified(
  server: TestServer,
  met: Met,
  { type = "q_signature", others = [], documents = 1 }: SendQualified = {},
): Promise<QualifiedSigner> {
  const files = Array.from({ length: documents }, (_, n) => ({ name: `Form ${n + 1}.pdf`, bytes: formPdf() }));
  const { firstName: first_name, lastName: last_name, email } = met;
  const first = { reference: "alice", type, first_name, last_name, email, language: "en" } as const;
  const sent = await send(server, { signers: [first, ...others], documents: files });
  const client = await logIn(server, sent);
  await confirmFiles(client, { name: "Ada" });
  return { met, sent, client };
}

type SendQualified = {
  readonly type?: "q_signature" | "q_seal";
  readonly others?: NonNullable<Parameters<typeof send>[1]>["signers"];
  readonly documents?: number;
};

type Receiving = { readonly client: SignerClient; readonly met: Pick<Met, "phone"> };

/** Asks for a code by text message and reads it from the phone that was registered. @throws with the answer when none is sent */
export async function receiveQualified(sandbox: RunningSandbox, { client, met }: Receiving) {
  return await receiveQualifiedCode(sandbox.url, client, met);
}

/** Calls signNowQes2Fa. */
export async function signQualifiedly(
  { client, met }: { readonly client: SignerClient; readonly met: Pick<Met, "password"> },
  typed: { readonly auth_token: string; readonly otp: string; readonly password?: string },
): Promise<Answer> {
  return await client.call("POST", "signing/signNowQes2Fa", { workflow: {}, password: met.password, ...typed });
}

/** How many revisions of a file are signatures. */
export async function signatureRevisions(db: Db, fileId: string | undefined): Promise<number> {
  const revisions = db
    .selectFrom("file_revision")
    .select("sha256")
    .where("file_id", "=", fileId as never);
  return (await revisions.where("cause", "=", "signature").execute()).length;
}

/** When passwords were tried with a key, as far as they count. */
export async function triesAt(db: Db, { keyId }: Pick<Met, "keyId">): Promise<readonly Date[]> {
  const key = db
    .selectFrom("password_key")
    .select("tried_at")
    .where("key_id", "=", keyId as never);
  return (await key.executeTakeFirstOrThrow()).tried_at;
}
