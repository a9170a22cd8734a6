/** An approval that is recorded and not yet worked on, for tests of the work. */
import type { SignerId } from "@siegel/contract/ids.ts";
import { listSignatures } from "@siegel/kernel/pades/list-signatures.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import type { Db } from "../db/database.ts";
import { filesOf } from "../rooms/documents/documents.ts";
import { approvalMac } from "../rooms/signing/approval-mac.ts";
import { authoriseSigning } from "../rooms/signing/signing.ts";
import { readAct } from "../rooms/signing/signing-store.ts";
import { readDocuments } from "../rooms/signing/step-store.ts";
import { loadSigner } from "../rooms/workflows/workflows.ts";
import { nth, type Sent, type SigningWorld } from "./signing-world.ts";

/** The act, and whose it is. */
export type ApprovedAct = Sent & { readonly signerId: SignerId; readonly actId: string };

const box = {
  document: "contract-0.pdf",
  kind: "signature" as const,
  page: 1,
  rect: [72, 300, 220, 70] as [number, number, number, number],
};

/** Sends two documents to one signer, who confirms and approves them. */
export async function approveOne(
  world: SigningWorld,
  type: "s_signature" | "a_signature" = "s_signature",
): Promise<ApprovedAct> {
  const sent = await world.send([{ type, firstName: "Ada", fields: [box] }], { documents: 2 });
  await world.confirm(sent, 0);
  return { ...sent, signerId: nth(sent.signerIds, 0), actId: await approve(world, sent, { type }) };
}

/** Records the approval of a signer, the first unless said, with a new code where the type asks for one; answers the act. @throws when refused */
export async function approve(
  world: SigningWorld,
  sent: Sent,
  { type, signer = 0 }: { readonly type: "s_signature" | "a_signature"; readonly signer?: number },
): Promise<string> {
  const approval =
    type === "s_signature"
      ? ({ kind: "button" } as const)
      : ({ kind: "code", ...(await world.code(sent, signer)) } as const);
  const ids = { workflowId: sent.workflowId, signerId: nth(sent.signerIds, signer) };
  const authorised = await authoriseSigning(world.deps, { ...ids, ip: "192.0.2.7", userAgent: "test", approval });
  if (!authorised.ok) throw new Error(authorised.code);
  return authorised.actId;
}

/** The act as it stands in the database, for what no room tells. */
export const actRow = async (db: Db, actId: string) =>
  await db.selectFrom("signing_act").selectAll().where("act_id", "=", actId).executeTakeFirstOrThrow();

/** Makes an act authentic as its rows now stand: what a process with the secret would have recorded. */
export async function authenticate(world: SigningWorld, act: Pick<ApprovedAct, "actId">): Promise<void> {
  const { db, approvalSecret } = world.deps;
  const stored = await readAct(db, act.actId);
  const context = await loadSigner(db, stored.workflowId, stored.signerId);
  if (context === null) throw new Error(`no signer of ${act.actId}`);
  const documents = await readDocuments(db, act.actId);
  const mac = Buffer.from(approvalMac(approvalSecret, stored, { context, documents }));
  await db.updateTable("signing_act").set({ approval_mac: mac }).where("act_id", "=", act.actId).execute();
}

/** The kinds of signatures in each document's latest revision. */
export async function signaturesOf(world: SigningWorld, sent: Sent): Promise<string[][]> {
  const found: string[][] = [];
  for (const file of await filesOf(world.deps.db, sent.workflowId)) {
    const source = await world.deps.blobs.open(file.latest.sha256);
    found.push(listSignatures(openPdf(source)).signatures.map((one) => one.subFilter));
    await source.close();
  }
  return found;
}
