/** A trial with little in it, made in the database, for tests of its end that need many. */
import type { FileId, OrganisationId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { trial_days } from "@siegel/contract/limits.ts";
import { sql } from "kysely";
import { rememberBlob } from "../db/pending-blobs.ts";
import { createToken } from "../rooms/accounts/accounts.ts";
import { insertLicence, insertOrganisation } from "../rooms/accounts/organisation-store.ts";
import { insertAdministrator } from "../rooms/administrators/administrators-store.ts";
import { certificateFor } from "../rooms/certificates/certificates.ts";
import { saveFile } from "../rooms/documents/documents-store.ts";
import type { TrialsDeps } from "../rooms/leaving/leaving.ts";
import { endOpenWork } from "../rooms/signing/signing.ts";
import { loadSigner } from "../rooms/workflows/workflows.ts";
import { insertSigners, insertWorkflow, saveInvited } from "../rooms/workflows/workflows-store.ts";
import type { openFoundation } from "./signing-world.ts";

type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/** What the room's functions take, over a foundation. */
export const trialsDeps = (deps: Foundation["deps"]): TrialsDeps => ({ ...deps, endOpenWork });

/** What was made. */
export type SmallTrial = {
  readonly organisationId: OrganisationId;
  readonly people: readonly string[];
  readonly workflowIds: readonly WorkflowId[];
  readonly tokenId: string;
};

/** Makes an organisation that tries the service from now on, or pays, with two administrators, another person, and workflows in state OPEN. */
export async function makeSmallTrial(
  deps: Foundation["deps"],
  { workflows = 0, isPaid = false, isDemo = false } = {},
): Promise<SmallTrial> {
  const organisationId = deps.random.id() as OrganisationId;
  const at = deps.clock.now();
  const look = { language: "de", logo: null, colour: null, at, demo: isDemo } as const;
  await insertOrganisation(deps.db, { organisationId, name: `Nygaard ${organisationId}`, ...look });
  const expiresAt = new Date(at.getTime() + trial_days * 86_400_000);
  const limits = { ses: 100, aes: 100, qes: 0 };
  const licence = { licenceId: deps.random.id(), organisationId, limits };
  await insertLicence(deps.db, isPaid ? licence : { ...licence, trial: { expiresAt } });
  const { tokenId } = await createToken(deps, { organisationId, name: "t", expiresAt });
  const people: string[] = [];
  for (const role of ["admin", "organization_admin", "user"] as const) {
    const administratorId = deps.random.id() as never;
    const email = `${administratorId}@nygaard.example`;
    const names = { firstName: "Tilda", lastName: "Nygaard", phone: null, language: "de" } as const;
    await insertAdministrator(deps.db, {
      ...{ administratorId, organisationId, role, email, ...names },
      ...{ state: "active", passwordHash: "x", at },
    });
    people.push(administratorId);
  }
  const workflowIds: WorkflowId[] = [];
  for (let n = 0; n < workflows; n += 1) workflowIds.push(await makeWorkflow(deps, { organisationId, tokenId }));
  return { organisationId, people, workflowIds, tokenId };
}

/** One signer who holds a certificate, and one file. */
async function makeWorkflow(
  deps: Foundation["deps"],
  { organisationId, tokenId }: Pick<SmallTrial, "organisationId" | "tokenId">,
): Promise<WorkflowId> {
  const workflowId = deps.random.id() as WorkflowId;
  const signerId = deps.random.id() as SignerId;
  const at = deps.clock.now();
  await insertWorkflow(deps.db, {
    ...{ workflowId, organisationId, tokenId, name: "Lease", description: "", message: null, language: "de" },
    webhookUrl: null,
    ...{ sequential: false, quickLogin: false, hasPassword: false, passwordHash: null, createdAt: at, expiresAt: null },
    initiator: { firstName: "Jonas", lastName: "Feddersen", email: "jonas@nygaard.example" },
  });
  await insertSigners(deps.db, [
    {
      ...{ signerId, workflowId, position: 0, reference: "a", type: "a_signature" },
      ...{ firstName: "Ada", lastName: "Nygaard", email: "ada@nygaard.example", organisation: null },
      ...{ phone: { e164: "+4915123456789", type: 1 }, language: "de", languageGiven: true },
    },
  ]);
  await saveInvited(deps.db, signerId, at);
  await sql`update licence set aes_promised = aes_promised + 1 where organisation_id = ${organisationId}`.execute(
    deps.db,
  );
  const context = await loadSigner(deps.db, workflowId, signerId);
  if (context === null) throw new Error("the signer is gone");
  await certificateFor(deps, context);
  const original = await deps.blobs.put([Buffer.from(workflowId)]);
  await saveFile(deps.db, {
    ...{
      fileId: deps.random.id() as FileId,
      workflowId,
      name: "lease.pdf",
      pages: 1,
      isSigned: true,
      attachmentOf: null,
    },
    ...{ original, prepared: null, position: 0, notices: [], embedded: { first: [], total: 0 }, earlierSignatures: 0 },
    ...{ hasUnassignedFields: false, at, signerIds: [signerId] },
  });
  await rememberBlob(deps.db, original.sha256, at);
  return workflowId;
}

/** Payloads of the jobs that were enqueued about an organisation's mails. */
export async function mailJobs(
  deps: Foundation["deps"],
  { people, workflowIds }: SmallTrial,
): Promise<Array<{ readonly kind: string; readonly to: string; readonly payload: Record<string, unknown> }>> {
  const { rows } = await sql<{ payload: Record<string, string> }>`select payload from test_job`.execute(deps.db);
  return rows.flatMap(({ payload }) => {
    const to = payload.administratorId ?? payload.workflowId ?? "";
    const isOurs = [...people, ...workflowIds].includes(to);
    return isOurs ? [{ kind: payload.kind ?? payload.messageKind ?? "", to, payload }] : [];
  });
}
