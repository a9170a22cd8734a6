/** Saves what this signer enters: by the calls of their session, which keep what the pages know of it up to date. */
import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { callApi } from "../../api/client.ts";
import { tellFiles } from "../../api/queries.ts";
import { type FieldValues, storedValues } from "../../frame/field-values.ts";
import { readHeader, type SessionHeader } from "../../session.ts";
import type { Saver, SavingCalls, SavingOnce } from "../../viewer/saving/use-saving.ts";
import { placeOfEntries } from "./own-entries.ts";

/** Whoever saves the entries of a file of this signer. */
export function useOwnSaver({ id }: Pick<WorkflowFile, "id">): Saver {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      place: placeOfEntries(id),
      open: (how) => {
        const header = readHeader();
        // Whose session has ended finds it all after the next login.
        return header === null ? null : savingCalls(id, { ...how, queries, header });
      },
    }),
    [id, queries],
  );
}

type Calling = SavingOnce & { readonly queries: QueryClient; readonly header: SessionHeader };

function savingCalls(id: WorkflowFile["id"], { queries, header, leaving, onSend }: Calling): SavingCalls {
  let held: FieldValues | null = null;
  const ways: SavingCalls["ways"] = {
    send: async (values, completed) => {
      onSend();
      const answer = await callApi(
        "updateXfdf",
        { body: { files: [{ id, xfdf_annotations: values, ...(completed && { completed }) }] } },
        { patient: !completed, marksFields: true, quiet: leaving, keepalive: leaving },
      );
      if (answer.ok) await tellFiles(queries, header, (known) => merged(known, answer.data));
      return answer;
    },
    held: async () => {
      const answer = await callApi("getWorkflowFiles", {}, { patient: true, quiet: leaving });
      const now = answer.ok ? answer.data.find((file) => file.id === id) : undefined;
      if (answer.ok) await tellFiles(queries, header, (known) => merged(known, answer.data));
      held = now === undefined ? null : storedValues(now);
      return held;
    },
  };
  return { ways, heldNow: () => held };
}

/** The server answers the files it was told about; the others stay as they are known. */
function merged(known: readonly WorkflowFile[], told: readonly WorkflowFile[]): WorkflowFile[] {
  const byId = new Map(told.map((file) => [file.id, file]));
  return known.map((file) => byId.get(file.id) ?? file);
}
