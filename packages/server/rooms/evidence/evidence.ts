/** The door of the room `evidence`: the sealed audit report of a workflow. */
import { createHash } from "node:crypto";
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { AuditReportOf, FindReport } from "../documents/documents.ts";
import { endOpenWork, type SigningDeps, sealDocument } from "../signing/signing.ts";
import {
  type ExpireDeps,
  loadWorkflow,
  type Signer,
  settleExpiry,
  type Workflow,
  workflowAt,
} from "../workflows/workflows.ts";
import { forgetReports, type ReportKey, readReport, type StoredReport, saveReport } from "./evidence-store.ts";
import { gatherReport } from "./gather-report.ts";
import { renderReport } from "./render-report.ts";

export { forgetReports, type StoredReport };

/** What the evidence asks of the world. */
export type EvidenceDeps = SigningDeps & Pick<ExpireDeps, "trustedTime">;

/**
 * The reader of a report. Only the sender learns why a signer refused: what a signer wrote in anger is not the other signers'
 * business, so their report says only who refused and when.
 */
type ReportReader = "sender" | "signer";

/**
 * The sealed report of a workflow as it stands, made at the first question and the same bytes from then on until somebody signs,
 * refuses, cancels or time ends it. Null when there is no such workflow.
 * @throws TimestampUnavailable, RevocationStatusUnavailable: there is no report without its full seal
 */
export async function auditReport(deps: EvidenceDeps, asked: Asked): Promise<StoredReport | null> {
  const due = await reportWithItsEnd(deps, asked);
  if (due === null) return null;
  const known = await readReport(deps.db, due.key);
  if (known !== null) return known;
  const at = deps.clock.now();
  const { loaded, keepsReason } = due;
  const pdf = await renderReport(
    deps,
    await gatherReport(deps, { ...loaded, language: asked.language, at, keepsReason }),
  );
  const sealed = await sealDocument(deps, pdf);
  return await saveReport(deps.db, due.key, { ...sealed, at });
}

type Asked = { readonly workflowId: WorkflowId; readonly language: Language; readonly reader: ReportReader };

/** The same report for ever tells the expiry as an event, so that event is written first. */
async function reportWithItsEnd(deps: EvidenceDeps, asked: Asked): ReturnType<typeof dueReport> {
  const due = await dueReport(deps, asked);
  if (due === null || due.isEndWritten) return due;
  await settleExpiry({ ...deps, endOpenWork }, asked.workflowId);
  return await dueReport(deps, asked);
}

/** Which report a workflow has as it stands, whether or not it was made; null when there is no such workflow. */
async function dueReport({ db, clock }: Pick<EvidenceDeps, "db" | "clock">, { workflowId, language, reader }: Asked) {
  const stored = await loadWorkflow(db, workflowId);
  if (stored === null) return null;
  const loaded = { ...stored, workflow: workflowAt(stored.workflow, clock.now()) };
  // One report for all readers, but where there is a reason to keep from some of them.
  const keepsReason = loaded.workflow.status === "REVOKED" && reader === "signer";
  const isEndWritten = loaded.workflow.status === stored.workflow.status;
  const key: ReportKey = { workflowId, state: stateOf(loaded, { keepsReason, isEndWritten }), language };
  return { loaded, keepsReason, isEndWritten, key };
}

/** The signers' report of a workflow that is known to exist, as earlier rooms ask for it. */
export function auditReportOf(deps: EvidenceDeps): AuditReportOf {
  return async (workflowId, language) => {
    const report = await auditReport(deps, { workflowId, language, reader: "signer" });
    if (report === null) throw new Error(`no workflow ${workflowId} to report on`);
    return report;
  };
}

/** The signers' report of a workflow where it was made already. */
export function findReport(deps: Pick<EvidenceDeps, "db" | "clock">): FindReport {
  return async (workflowId, language) => {
    const due = await dueReport(deps, { workflowId, language, reader: "signer" });
    return due === null ? null : await readReport(deps.db, due.key);
  };
}

/** Digest of everything that makes a different report: who may still act, who has, whether a reason is kept from the reader, and whether the trail tells the end. */
function stateOf(
  { workflow, signers }: { workflow: Workflow; signers: readonly Signer[] },
  { keepsReason, isEndWritten }: { keepsReason: boolean; isEndWritten: boolean },
): string {
  const without = [...(keepsReason ? [" without its reason"] : []), ...(isEndWritten ? [] : [" without its event"])];
  const status = `${workflow.status}${without.join("")}`;
  const facts = [workflow.workflowId, status, ...signers.map((signer) => [signer.signerId, signer.status])];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}
