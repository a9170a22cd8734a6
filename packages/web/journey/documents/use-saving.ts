import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { callApi, mayPass } from "../../api/client.ts";
import { filesQuery } from "../../api/queries.ts";
import { type FieldValues, storedValues } from "../../frame/field-values.ts";
import { readHeader } from "../../session.ts";
import { sendable } from "./sendable.ts";
import { forgetSaved, keepUnsaved, unsavedOf } from "./unsaved-values.ts";

/** rest: nothing to save · saving · saved at a time · offline: we try again by ourselves · refused: the banner, or the field, says why. */
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

/** `leaving`: the page is being left, so nothing it hears may lead anywhere or be told. */
type Wanted = { readonly completed?: true; readonly leaving?: boolean };

/** Keeps the server's copy of the signer's values up to date while they type. */
export function useSaving(file: WorkflowFile): Saving {
  const queries = useQueryClient();
  const [values, setValues] = useState<FieldValues>(() => ({ ...storedValues(file), ...ownUnsaved(file) }));
  const [state, setState] = useState<SaveState>({ status: "rest" });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const saveOnce = useCallback(
    async ({ completed, leaving = false }: Wanted): Promise<boolean> => {
      clearTimeout(timer.current);
      const header = readHeader();
      const unsaved = ownUnsaved(file);
      // What no field takes is kept here and not sent: the server keeps what it has until there is something better.
      const sent = sendable(file, unsaved);
      const keepsBack = Object.keys(sent).length < Object.keys(unsaved).length;
      if (keepsBack) setState({ status: "refused" });
      // Whose session has ended finds it all after the next login.
      if (header === null) return false;
      if (Object.keys(sent).length === 0 && completed === undefined) return !keepsBack;
      setState({ status: "saving" });
      const answer = await callApi(
        "updateXfdf",
        { body: { files: [{ id: file.id, xfdf_annotations: annotationsOf(sent), ...(completed && { completed }) }] } },
        { patient: completed === undefined, quiet: leaving },
      );
      if (!answer.ok) {
        setState({ status: mayPass(answer) ? "offline" : "refused" });
        return false;
      }
      forgetSaved(file.id, sent);
      queries.setQueryData(filesQuery(header).queryKey, (known) => merged(known, answer.data));
      setState(keepsBack ? { status: "refused" } : { status: "saved", at: new Date() });
      return !keepsBack;
    },
    [file, queries],
  );

  const saveNext = useCallback(
    (wanted: Wanted): Promise<boolean> => {
      // One that broke is no reason never to save again.
      const before = queues.get(file.id)?.catch(() => false) ?? Promise.resolve(true);
      const saved = before.then(() => saveOnce(wanted));
      queues.set(file.id, saved);
      return saved;
    },
    [file.id, saveOnce],
  );
  const save = useCallback((completed?: true) => saveNext(completed === undefined ? {} : { completed }), [saveNext]);

  const change = useCallback(
    (annotationId: string, value: string): void => {
      setValues((known) => ({ ...known, [annotationId]: value }));
      keepUnsaved(file.id, annotationId, value);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), debounce_ms);
    },
    [file.id, save],
  );

  useRetrying(state.status === "offline", save);
  // What an earlier visit could not save is saved by this one, and the rest of this one when it ends.
  useEffect(() => {
    void saveNext({});
    return () => void saveNext({ leaving: true });
  }, [saveNext]);
  return { values, state, change, save };
}

/** Tries again every few seconds, and at once when the network is back. */
function useRetrying(isOffline: boolean, save: () => Promise<boolean>): void {
  useEffect(() => {
    if (!isOffline) return;
    const again = (): void => void save();
    const later = setInterval(again, retry_ms);
    window.addEventListener("online", again);
    return () => {
      clearInterval(later);
      window.removeEventListener("online", again);
    };
  }, [isOffline, save]);
}

/** What this browser knows better than the server; of a field that is not this signer's, nothing. */
function ownUnsaved(file: WorkflowFile): FieldValues {
  const own = new Set(file.fields.map((field) => field.annotation_id));
  return Object.fromEntries(Object.entries(unsavedOf(file.id)).filter(([id]) => own.has(id)));
}

const annotationsOf = (values: FieldValues): { annotation_id: string; value: string }[] =>
  Object.entries(values).map(([annotation_id, value]) => ({ annotation_id, value }));

/** The server answers the files it was told about; the others stay as they are known. */
function merged(known: readonly WorkflowFile[] | undefined, told: readonly WorkflowFile[]): WorkflowFile[] {
  const byId = new Map(told.map((file) => [file.id, file]));
  return known === undefined ? [...told] : known.map((file) => byId.get(file.id) ?? file);
}
