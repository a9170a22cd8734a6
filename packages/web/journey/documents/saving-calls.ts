/** The calls that save a file's entries, and keep what the pages know of it up to date. */
import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { QueryClient } from "@tanstack/react-query";
import { callApi } from "../../api/client.ts";
import { tellFiles } from "../../api/queries.ts";
import { type FieldValues, storedValues } from "../../frame/field-values.ts";
import type { SessionHeader } from "../../session.ts";
import type { SavingWays } from "./save-entries.ts";

/** `leaving`: the page is being left, so nothing it hears may lead anywhere or be told. */
type Calling = {
  readonly queries: QueryClient;
  readonly header: SessionHeader;
  readonly leaving: boolean;
  readonly onSend: () => void;
};

/** The calls of one saving. `held` answers what the server was found to hold, where that had to be asked. */
export function savingCalls(
  file: Pick<WorkflowFile, "id">,
  { queries, header, leaving, onSend }: Calling,
): { readonly ways: SavingWays; readonly held: () => FieldValues | null } {
  let held: FieldValues | null = null;
  const ways: SavingWays = {
    send: async (values, completed) => {
      onSend();
      const answer = await callApi(
        "updateXfdf",
        { body: { files: [{ id: file.id, xfdf_annotations: values, ...(completed && { completed }) }] } },
        { patient: !completed, marksFields: true, quiet: leaving, keepalive: leaving },
      );
      if (answer.ok) await tellFiles(queries, header, (known) => merged(known, answer.data));
      return answer;
    },
    held: async () => {
      const answer = await callApi("getWorkflowFiles", {}, { patient: true, quiet: leaving });
      const now = answer.ok ? answer.data.find(({ id }) => id === file.id) : undefined;
      if (answer.ok) await tellFiles(queries, header, (known) => merged(known, answer.data));
      held = now === undefined ? null : storedValues(now);
      return held;
    },
  };
  return { ways, held: () => held };
}

/** The server answers the files it was told about; the others stay as they are known. */
function merged(known: readonly WorkflowFile[], told: readonly WorkflowFile[]): WorkflowFile[] {
  const byId = new Map(told.map((file) => [file.id, file]));
  return known.map((file) => byId.get(file.id) ?? file);
}
