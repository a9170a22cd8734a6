import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { callApi, mayPass } from "../../api/client.ts";
import { filesQuery, requireHeader } from "../../api/queries.ts";
import { enteredValue, type FieldValues, fillableFields, storedValues } from "../../frame/field-values.ts";
import { forgetSaved, keepUnsaved, unsavedOf } from "./unsaved-values.ts";

/** rest: nothing to save · saving · saved at a time · offline: we try again by ourselves · refused: the banner says why. */
export type SaveState =
  | { readonly status: "rest" }
  | { readonly status: "saving" }
  | { readonly status: "saved"; readonly at: Date }
  | { readonly status: "offline" }
  | { readonly status: "refused" };

/** One call a file at a time, also of a page that was left: a slow earlier one must not overwrite a faster later one. */
const queues = new Map<string, Promise<boolean>>();

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
  const [values, setValues] = useState<FieldValues>(() => ({ ...storedValues(file), ...ownUnsaved(file) }));
  const [state, setState] = useState<SaveState>({ status: "rest" });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const saveOnce = useCallback(
    async (completed?: true): Promise<boolean> => {
      clearTimeout(timer.current);
      const sent = ownUnsaved(file);
      if (Object.keys(sent).length === 0 && completed === undefined) return true;
      setState({ status: "saving" });
      const xfdf_annotations = entered(file, sent);
      const confirmation = completed === undefined ? {} : { completed };
      const answer = await callApi(
        "updateXfdf",
        { body: { files: [{ id: file.id, xfdf_annotations, ...confirmation }] } },
        { patient: completed === undefined },
      );
      if (answer.ok) {
        forgetSaved(file.id, sent);
        queries.setQueryData(filesQuery(requireHeader()).queryKey, (known) => merged(known, answer.data));
        setState({ status: "saved", at: new Date() });
        return true;
      }
      setState({ status: mayPass(answer) ? "offline" : "refused" });
      return false;
    },
    [file, queries],
  );

  const save = useCallback(
    (completed?: true): Promise<boolean> => {
      const saved = (queues.get(file.id) ?? Promise.resolve(true)).then(() => saveOnce(completed));
      queues.set(file.id, saved);
      return saved;
    },
    [file.id, saveOnce],
  );

  const change = useCallback(
    (annotationId: string, value: string): void => {
      setValues((known) => ({ ...known, [annotationId]: value }));
      keepUnsaved(file.id, annotationId, value);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), debounce_ms);
    },
    [file.id, save],
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

  // What an earlier visit could not save is saved by this one, and the rest of this one when it ends.
  useEffect(() => {
    void save();
    return () => void save();
  }, [save]);
  return { values, state, change, save };
}

/** What this browser knows better than the server; of a field that is not this signer's, nothing. */
function ownUnsaved(file: WorkflowFile): FieldValues {
  const own = new Set(file.fields.map((field) => field.annotation_id));
  return Object.fromEntries(Object.entries(unsavedOf(file.id)).filter(([id]) => own.has(id)));
}

/** Values for the server: what is none yet, such as half a date, is sent as empty. */
function entered(file: WorkflowFile, typed: FieldValues): { annotation_id: string; value: string }[] {
  const fields = new Map(fillableFields(file).map((field) => [field.annotation_id, field]));
  return Object.entries(typed).map(([annotation_id, value]) => {
    const field = fields.get(annotation_id);
    return { annotation_id, value: field === undefined ? value : enteredValue(field, value) };
  });
}

/** The server answers the files it was told about; the others stay as they are known. */
function merged(known: readonly WorkflowFile[] | undefined, told: readonly WorkflowFile[]): WorkflowFile[] {
  const byId = new Map(told.map((file) => [file.id, file]));
  return known === undefined ? [...told] : known.map((file) => byId.get(file.id) ?? file);
}
