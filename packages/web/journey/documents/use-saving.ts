import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { callApi, mayPass } from "../../api/client.ts";
import { filesQuery, requireHeader } from "../../api/queries.ts";
import { enteredValue, type FieldValues, fillableFields, storedValues } from "../../frame/field-values.ts";

/** rest: nothing to save · saving · saved at a time · offline: we try again by ourselves · refused: the banner says why. */
export type SaveState =
  | { readonly status: "rest" }
  | { readonly status: "saving" }
  | { readonly status: "saved"; readonly at: Date }
  | { readonly status: "offline" }
  | { readonly status: "refused" };

const debounce_ms = 700;
const retry_ms = 5_000;

type Saving = {
  readonly values: FieldValues;
  readonly state: SaveState;
  readonly change: (annotationId: string, value: string) => void;
  /** Saves what is not saved yet, and the confirmation when asked; whether the server has it all. */
  readonly save: (completed?: true) => Promise<boolean>;
};

/** Keeps the server's copy of the signer's values up to date while they type. */
export function useSaving(file: WorkflowFile): Saving {
  const queries = useQueryClient();
  const [values, setValues] = useState<FieldValues>(() => storedValues(file));
  const fields = useMemo(() => fillableFields(file), [file]);
  const [state, setState] = useState<SaveState>({ status: "rest" });
  const unsaved = useRef(new Map<string, string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const queue = useRef<Promise<boolean>>(Promise.resolve(true));

  const saveOnce = useCallback(
    async (completed?: true): Promise<boolean> => {
      clearTimeout(timer.current);
      const sent = new Map(unsaved.current);
      if (sent.size === 0 && completed === undefined) return true;
      setState({ status: "saving" });
      const xfdf_annotations = [...sent].map(([annotation_id, value]) => ({ annotation_id, value }));
      const confirmation = completed === undefined ? {} : { completed };
      const answer = await callApi(
        "updateXfdf",
        { body: { files: [{ id: file.id, xfdf_annotations, ...confirmation }] } },
        { patient: completed === undefined },
      );
      if (answer.ok) {
        for (const [id, value] of sent) if (unsaved.current.get(id) === value) unsaved.current.delete(id);
        queries.setQueryData(filesQuery(requireHeader()).queryKey, (known) => merged(known, answer.data));
        setState({ status: "saved", at: new Date() });
        return true;
      }
      setState({ status: mayPass(answer) ? "offline" : "refused" });
      return false;
    },
    [file.id, queries],
  );

  // One call at a time: a slow earlier one must not overwrite a faster later one.
  const save = useCallback(
    (completed?: true): Promise<boolean> => {
      queue.current = queue.current.then(() => saveOnce(completed));
      return queue.current;
    },
    [saveOnce],
  );

  const change = useCallback(
    (annotationId: string, value: string): void => {
      setValues((known) => ({ ...known, [annotationId]: value }));
      const field = fields.find(({ annotation_id }) => annotation_id === annotationId);
      unsaved.current.set(annotationId, field === undefined ? value : enteredValue(field, value));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), debounce_ms);
    },
    [fields, save],
  );

  useEffect(() => {
    if (state.status !== "offline") return;
    const again = (): void => void save();
    const later = setInterval(again, retry_ms);
    window.addEventListener("online", again);
    return () => {
      clearInterval(later);
      window.removeEventListener("online", again);
    };
  }, [state.status, save]);

  useEffect(() => () => void save(), [save]);
  return { values, state, change, save };
}

/** The server answers the files it was told about; the others stay as they are known. */
function merged(known: readonly WorkflowFile[] | undefined, told: readonly WorkflowFile[]): WorkflowFile[] {
  const byId = new Map(told.map((file) => [file.id, file]));
  return known === undefined ? [...told] : known.map((file) => byId.get(file.id) ?? file);
}
