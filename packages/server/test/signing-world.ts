/** A whole signing service on a test database, without HTTP: real keys, authority, blobs and text; jobs and texts land in tables and lists. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PlacedField } from "@siegel/contract/calls/sending.ts";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { type Mark, pdf_bytes_max, pdf_pages_max } from "@siegel/contract/limits.ts";
import { sql } from "kysely";
import { openTextShaping } from "../adapters/fonts/text-shaping.ts";
import { systemRandom } from "../adapters/random.ts";
import { fileBlobs } from "../adapters/store/file-blobs.ts";
import { ownRevocationStatus } from "../adapters/trust/own-revocation-status.ts";
import { ownTimestamp } from "../adapters/trust/own-timestamp.ts";
import { softwareKeys } from "../adapters/trust/software-keys.ts";
import type { Db } from "../db/database.ts";
import { rememberBlob } from "../db/pending-blobs.ts";
import type { Clock } from "../ports/clock.ts";
import type { LivedFault } from "../ports/fault-log.ts";
import type { KeyStore } from "../ports/keys.ts";
import type { JobName } from "../ports/queue.ts";
import { createToken, seedDemoOrganisation } from "../rooms/accounts/accounts.ts";
import {
  crlOf,
  ensureHierarchy,
  ocspResponse,
  type TimestampDeps,
  timestampPolicy,
  timestampResponse,
  trustAnchors,
  wrappedKeyStore,
} from "../rooms/authority/authority.ts";
import { holderSecret } from "../rooms/certificates/certificates.ts";
import { codeSecret, issueCode, wrongTries } from "../rooms/challenges/challenges.ts";
import { updateValues, type ValueWork } from "../rooms/documents/documents.ts";
import { createWorkflow } from "../rooms/sending/sending.ts";
import { approvalSecret, endOpenWork, type SigningDeps } from "../rooms/signing/signing.ts";
import { noteChanges } from "../rooms/webhooks/webhooks.ts";
import { openValueWorkers } from "../workers/open-value-workers.ts";
import { sharedIntake } from "./shared-intake.ts";
import { testPdf } from "./test-pdf.ts";

/** A signer to send to; fields stand on the first page. */
export type TestSigner = {
  readonly type: "s_signature" | "a_signature" | "a_seal" | "q_signature";
  readonly firstName: string;
  readonly fields?: readonly PlacedField[];
};
/** What was sent. */
export type Sent = {
  readonly workflowId: WorkflowId;
  readonly signerIds: readonly SignerId[];
  readonly fileIds: readonly FileId[];
};

/** `pdf`: what is sent instead of a made document, to signers whose references are `s0` and on. */
type SendOptions = {
  readonly sequential?: boolean;
  readonly documents?: number;
  readonly pdf?: Uint8Array;
  readonly mark?: Mark;
  /** Sent besides, as an attachment that is shown and not signed; the last file. */
  readonly shown?: Uint8Array;
};

/** The world; `deps` is what rooms get. */
export type SigningWorld = {
  /** Where its blobs are. */
  readonly folder: string;
  readonly deps: SigningDeps & Pick<TimestampDeps, "trustedTime"> & { readonly valueWork: ValueWork };
  /** Faults that rooms lived through so far. */
  readonly faults: LivedFault[];
  /** The same house over another connection, its keys and its own authority included. */
  readonly depsOver: (db: Db) => SigningWorld["deps"];
  readonly tokenId: string;
  readonly apiKey: string;
  /** Moves the clock forward. */
  readonly wait: (ms: number) => void;
  readonly send: (signers: readonly TestSigner[], options?: SendOptions) => Promise<Sent>;
  readonly confirm: (sent: Sent, signer: number, values?: Readonly<Record<string, string>>) => Promise<void>;
  readonly code: (sent: Sent, signer: number) => Promise<{ authToken: string; otp: string }>;
  /** Jobs of one name that committed. */
  readonly jobs: (name: JobName) => Promise<unknown[]>;
  readonly close: () => Promise<void>;
};

type Foundation = {
  readonly deps: SigningWorld["deps"];
  readonly depsOver: SigningWorld["depsOver"];
  readonly folder: string;
  readonly faults: LivedFault[];
  readonly wait: (ms: number) => void;
};

/** `keysOver`: other keys than those in software, over a database, with the key under which those in software are. */
export type WorldOptions = { readonly keysOver?: (db: Db, keyEncryptionKey: Uint8Array) => KeyStore };

const inSoftware = (db: Db, keyEncryptionKey: Uint8Array): KeyStore =>
  softwareKeys({ records: wrappedKeyStore(db), keyEncryptionKey, random: systemRandom });

/** Keys, hierarchy, storage and ports on `db`, with a clock that can be put forward. */
export async function openFoundation(db: Db, { keysOver = inSoftware }: WorldOptions = {}): Promise<Foundation> {
  const folder = mkdtempSync(join(tmpdir(), "siegel-world-"));
  let aheadMs = 0;
  const faults: LivedFault[] = [];
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const keyEncryptionKey = systemRandom.bytes(32);
  const ownOver = (over: Db) => ownDeps(over, { clock, keys: keysOver(over, keyEncryptionKey) });
  await ensureHierarchy(ownOver(db));
  await sql`create table if not exists test_job (name text not null, payload jsonb not null)`.execute(db);
  const shared = {
    onFault: (lived: LivedFault) => void faults.push(lived),
    codeSecret: codeSecret(systemRandom.bytes(32)),
    wrongTries: wrongTries(),
    approvalSecret: approvalSecret(systemRandom.bytes(32)),
    holderSecret: holderSecret(systemRandom.bytes(32)),
    zone: "Europe/Berlin",
    blobs: fileBlobs(folder, { remember: (sha256) => rememberBlob(db, sha256, clock.now()) }),
    shaper: openTextShaping(),
    valueWork: openValueWorkers(),
    noteChange: noteChanges({ clock, random: systemRandom }),
    enqueue: async (trx: Db, job: JobName, payload: unknown) => {
      await sql`insert into test_job values (${job}, ${JSON.stringify(payload)}::jsonb)`.execute(trx);
    },
  };
  const anchors = await trustAnchors(db);
  const depsOver: Foundation["depsOver"] = (over) => ({ ...shared, ...portsOf(ownOver(over), anchors) });
  return {
    deps: depsOver(db),
    depsOver,
    folder,
    faults,
    wait: (ms) => {
      aheadMs += ms;
    },
  };
}

function ownDeps(db: Db, { clock, keys }: { clock: Clock; keys: KeyStore }): TimestampDeps {
  const random = systemRandom;
  return {
    db,
    clock,
    trustedTime: { attest: clock.now },
    random,
    keys,
    authority: {
      publicUrl: "http://127.0.0.1:1",
      certificateUrl: "http://127.0.0.1:1",
      providerName: "Testdienst",
      country: "DE",
      organizationIdentifier: "NTRDE-HRB1",
      certificatePolicy: "1.3.6.1.4.1.32473.1.1",
      qcStatements: { compliance: false, sscd: false, disclosures: [] },
      root: "here",
      development: true,
    },
  };
}

/** The own authority asked in the same process. */
function portsOf(own: TimestampDeps, anchors: readonly Uint8Array[]) {
  const { clock, random } = own;
  return {
    ...own,
    timestamp: ownTimestamp({
      timestampResponse: (request) => timestampResponse(own, request),
      anchors,
      policy: timestampPolicy,
      clock,
      random,
    }),
    revocation: ownRevocationStatus({
      ocspResponse: (request) => ocspResponse(own, request),
      crlOf: (issuer) => crlOf(own.db, issuer),
      clock,
      random,
    }),
  };
}

const intakeLimits = { fileBytesMax: pdf_bytes_max, pagesMax: pdf_pages_max };

const settingsOf = ({ sequential = false, mark }: SendOptions) => ({ sequential, ...(mark && { mark }) });

/** Opens the world on `db`. */
export async function openSigningWorld(db: Db, options: WorldOptions = {}): Promise<SigningWorld> {
  const { deps, depsOver, folder, faults, wait } = await openFoundation(db, options);
  const { organisationId } = await seedDemoOrganisation(deps);
  const { tokenId, apiKey } = await createToken(deps, { organisationId, name: "test" });
  const token = { tokenId, name: "test", organisationId };
  const intakeWork = sharedIntake();
  return {
    deps,
    folder,
    depsOver,
    faults,
    tokenId,
    apiKey,
    wait,
    send: async (signers, options = {}) => {
      const documents = await Promise.all(
        Array.from({ length: options.documents ?? 1 }, async (_, n) => ({
          name: `contract-${n}.pdf`,
          content: Buffer.from(options.pdf ?? (await testPdf(`Contract ${n} ${deps.random.id()}`))).toString("base64"),
        })),
      );
      const created = await createWorkflow(
        { ...deps, intakeWork, intakeLimits, endOpenWork, webhooks: { mayBeSpokenTo: () => true } },
        {
          token,
          sent: {
            name: "Contract",
            ...settingsOf(options),
            initiator: { first_name: "Frauke", last_name: "Petersen", email: "frauke@hafenwerk.example" },
            documents: [...documents, ...shownDocument(options.shown)],
            signers: signers.map(sentSigner),
          },
        },
        async () => undefined,
      );
      if (!created.ok) throw new Error(`not created: ${created.code} ${created.messages ?? ""}`);
      const { workflowId, signers: made, documents: files } = created.answer;
      return { workflowId, signerIds: made.map((one) => one.signerId), fileIds: files.map((file) => file.fileId) };
    },
    confirm: async (sent, n, values = {}) => {
      const signerId = nth(sent.signerIds, n);
      const xfdf_annotations = Object.entries(values).map(([name, value]) => ({
        annotation_id: `${signerId}.${name}`,
        value,
      }));
      const files = sent.fileIds.map((id, i) => ({
        id,
        completed: true,
        ...(i === 0 && xfdf_annotations.length > 0 ? { xfdf_annotations } : {}),
      }));
      const updated = await updateValues(deps, {
        workflowId: sent.workflowId,
        signerId,
        files,
        ip: "192.0.2.1",
        userAgent: "test",
      });
      if (!updated.ok) throw new Error(`not confirmed: ${updated.code}`);
    },
    code: codeReceiver(deps),
    jobs: async (name) =>
      (await sql<{ payload: unknown }>`select payload from test_job where name = ${name}`.execute(db)).rows.map(
        (row) => row.payload,
      ),
    close: async () => {
      await deps.valueWork.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function shownDocument(content: Uint8Array | undefined) {
  if (content === undefined) return [];
  const place = { attachment_of: "contract-0.pdf", sign: false };
  return [{ name: "rules.pdf", content: Buffer.from(content).toString("base64"), ...place }];
}

/** Asks for a code by text message and reads it where the message would have gone. */
function codeReceiver(deps: SigningDeps): SigningWorld["code"] {
  const texts: string[] = [];
  return async (sent, n) => {
    const sending = {
      ...deps,
      codes: {
        sendText: async (message: { text: string }) => {
          texts.push(message.text);
          return { providerReference: deps.random.id() };
        },
        call: async () => ({ providerReference: deps.random.id() }),
      },
      codeLimits: { perNumberPerHour: 1_000, perAddressPerHour: 1_000 },
      codeSender: { provider: "Testdienst", host: "test.example" },
    };
    const issued = await issueCode(sending, {
      workflowId: sent.workflowId,
      signerId: nth(sent.signerIds, n),
      channel: "sms",
      termsTicked: true,
      ip: "192.0.2.1",
      network: "192.0.2.1",
      userAgent: "test",
    });
    if (!issued.ok) throw new Error(`no code: ${issued.code}`);
    const otp = texts.at(-1)?.match(/\b\d{6}\b/)?.[0];
    if (otp === undefined) throw new Error(`no code in ${texts.at(-1)}`);
    return { authToken: issued.challenge.id, otp };
  };
}

function sentSigner(signer: TestSigner, n: number) {
  return {
    reference: `s${n}`,
    type: signer.type,
    first_name: signer.firstName,
    last_name: "Müller",
    email: `signer-${n}@mail.example`,
    phone: `+4915112345${String(100 + n)}`,
    language: "de" as const,
    ...(signer.type === "a_seal" ? { organisation: "Hafenwerk Wohnungsgenossenschaft eG" } : {}),
    ...(signer.fields === undefined ? {} : { fields: [...signer.fields] }),
  };
}

/** The n-th of a list. @throws when it is shorter */
export function nth<T>(list: readonly T[], n: number): T {
  const found = list[n];
  if (found === undefined) throw new Error(`there is no ${n}`);
  return found;
}
