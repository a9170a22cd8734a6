/** What a sender reads about the workflows of their organisation. */
import type { WorkflowStatus } from "@siegel/contract/calls/workflow-report.ts";
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { readPage } from "./list-store.ts";
import { type Signer, statusAt, type Workflow } from "./workflows-rules.ts";
import { readSigners, readWorkflowWithSigners } from "./workflows-store.ts";

/** A workflow with its status as of now, and its signers in order. */
export type SentWorkflowState = {
  readonly workflow: Workflow;
  readonly status: WorkflowStatus;
  readonly signers: readonly Signer[];
};

/** A page of workflows; `nextCursor` is null on the last one. */
export type WorkflowPage = { readonly workflows: readonly SentWorkflowState[]; readonly nextCursor: string | null };

/** One workflow of this organisation, or null. */
export async function readSentWorkflow(
  deps: { db: Db; clock: Clock },
  input: { organisationId: string; workflowId: WorkflowId },
): Promise<SentWorkflowState | null> {
  const found = await readWorkflowWithSigners(deps.db, input.workflowId);
  if (found?.workflow.organisationId !== input.organisationId) return null;
  return { ...found, status: statusAt(found.workflow, deps.clock.now()) };
}

/** A page, newest first. A cursor that we did not issue is refused. */
export async function listWorkflows(
  deps: { db: Db; clock: Clock },
  input: { organisationId: string; status: WorkflowStatus | undefined; limit: number; cursor: string | undefined },
): Promise<{ ok: true; page: WorkflowPage } | { ok: false; code: "INVALID_REQUEST" }> {
  const before = input.cursor === undefined ? null : parseCursor(input.cursor);
  if (input.cursor !== undefined && before === null) return { ok: false, code: "INVALID_REQUEST" };
  const now = deps.clock.now();
  const { organisationId, status } = input;
  // One more than asked for tells whether there is a next page.
  const found = await readPage(deps.db, { organisationId, status, before, limit: input.limit + 1, now });
  const shown = found.slice(0, input.limit);
  const signers = await readSigners(
    deps.db,
    shown.map(({ workflow }) => workflow.workflowId),
  );
  const workflows = shown.map(({ workflow }) => ({
    workflow,
    status: statusAt(workflow, now),
    signers: signers.filter((signer) => signer.workflowId === workflow.workflowId),
  }));
  const last = shown.at(-1);
  const nextCursor = found.length > shown.length && last ? encodeCursor(last.number) : null;
  return { ok: true, page: { workflows, nextCursor } };
}

const encodeCursor = (number: bigint) => Buffer.from(number.toString()).toString("base64url");

function parseCursor(cursor: string): bigint | null {
  const text = Buffer.from(cursor, "base64url").toString();
  return /^[0-9]{1,18}$/.test(text) ? BigInt(text) : null;
}
