/** What the pages read from the server, each under one key. */
import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { readHeader, readUser, readWorkflow, type SessionHeader, saveWorkflow } from "../session.ts";
import { callOrThrow } from "./client.ts";

/** The stored header. @throws when a page forgot its guard */
export function requireHeader(): SessionHeader {
  const header = readHeader();
  if (header === null) throw new Error("this page needs a session; its route must guard it");
  return header;
}

/** The workflow and its look; what the browser stored is shown until the server has answered. */
export const workflowQuery = (header: SessionHeader) =>
  queryOptions({
    queryKey: ["workflow", header.workflow_id, header.signer_id],
    queryFn: async () => {
      const told = await callOrThrow("getWorkflow", { params: { workflow_id: header.workflow_id } });
      saveWorkflow(told);
      return told;
    },
    initialData: () => {
      const [workflow, user] = [readWorkflow(), readUser()];
      return workflow === null || user === null || workflow.workflow_id !== header.workflow_id
        ? undefined
        : { workflow, user, summary: null };
    },
    initialDataUpdatedAt: 0,
  });

/** The files this signer is shown, with their fields and values. */
export const filesQuery = (header: SessionHeader) =>
  queryOptions({
    queryKey: ["files", header.workflow_id, header.signer_id],
    queryFn: () => callOrThrow("getWorkflowFiles", {}),
  });

/** How a qualified signer's certificate stands; asked again whenever they come back to the page, perhaps with a new one. */
export const certificateQuery = (header: SessionHeader) =>
  queryOptions({
    queryKey: ["certificate", header.workflow_id, header.signer_id],
    queryFn: () => callOrThrow("getCertificate", {}, { patient: true }),
    staleTime: 0,
  });

/** Changes what the pages know of the files after the server has changed them. Pages that know nothing yet are still waiting for it all. */
export async function tellFiles(
  queries: QueryClient,
  header: SessionHeader,
  change: (known: readonly WorkflowFile[]) => WorkflowFile[],
): Promise<void> {
  const { queryKey } = filesQuery(header);
  if (queries.getQueryData(queryKey) === undefined) return;
  // What was asked for before would be answered after, and say what stood there before.
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, (known) => known && change(known));
}

/** The signed documents and the audit report, asked for anew whenever the workflow's status has changed. */
export const summaryFilesQuery = (header: SessionHeader, status: WorkflowView["status"] | null) =>
  queryOptions({
    queryKey: ["summary-files", header.workflow_id, header.signer_id, status],
    queryFn: () => callOrThrow("getSummaryFiles", {}, { quiet: true }),
  });
