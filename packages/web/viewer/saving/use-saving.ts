import type { OwnField, WorkflowFile } from "@siegel/contract/calls/files.ts";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { notify } from "../../api/notices.ts";
import { asTyped, type FieldValues } from "../../frame/field-values.ts";
import { beforeLeaving } from "../../frame/leaving.ts";
import type { FieldProblems } from "../fields/field-problems.ts";
import { followInitials } from "../fields/same-initials.ts";
import { type SaveEnd, type SavingWays, saveEntries } from "./save-entries.ts";
import { kept, typed } from "./unsaved-entry.ts";
import { changeEntries, type EntriesPlace, entriesOf } from "./unsaved-values.ts";
import { useEntries } from "./use-entries.ts";

/**
 * rest: nothing to save · saving · saved at a time · waiting: we try again by ourselves, because there is no network, or the service
 * is away or asks for patience · refused: the banner, or the field, says why.
 */
export type SaveState =
  | { readonly status: "rest" }
  | { readonly status: "saving" }
  | { readonly status: "saved"; readonly at: Date }
  | { readonly status: "waiting"; readonly isOffline: boolean; readonly retryAfterMs: number }
  | { readonly status: "refused" };

/** One call a file at a time, also of a page that was left: a slow earlier one must not overwrite a faster later one. */
const queues = new Map<string, Promise<boolean>>();

const debounce_ms = 700;
const retry_ms = 5_000;

/** Whose entry stays where two were made: the person's own, or the one that was stored elsewhere. */
export type Chosen = "mine" | "theirs";

/** What stands in the fields, whether it is saved, and what changes it. */
export type Saving = {
  readonly values: FieldValues;
  readonly problems: FieldProblems;
  readonly state: SaveState;
  readonly change: (annotationId: string, value: string) => void;
  readonly choose: (annotationId: string, chosen: Chosen) => void;
  /** Saves what is not saved yet, and the confirmation when asked; whether the server has it all. */
  readonly save: (completed?: true) => Promise<boolean>;
};

/** `leaving`: the page is being left, so nothing it hears may lead anywhere or be told. */
export type SavingOnce = { readonly leaving: boolean; readonly onSend: () => void };

/** The calls of one saving; `heldNow` answers what the server was found to hold, where that had to be asked. */
export type SavingCalls = { readonly ways: Omit<SavingWays, "place">; readonly heldNow: () => FieldValues | null };

/** Who saves the entries of a document: the same object as long as it is the same document. */
export type Saver = {
  readonly place: EntriesPlace;
  /** Null where nobody may save now: what is entered waits in its place. */
  readonly open: (how: SavingOnce) => SavingCalls | null;
};

/** The page is being left, or asks for a confirmation too. */
type Wanted = { readonly completed?: true; readonly leaving?: boolean };

/** Keeps the server's copy of a person's values up to date while they type. */
export function useSaving(file: WorkflowFile, fields: readonly OwnField[], saver: Saver): Saving {
  const { place } = saver;
  const { values, problems, held, show, settle } = useEntries(file, fields, place);
  const [state, setState] = useState<SaveState>({ status: "rest" });
  const { saveNext, timer, quietUntil } = useQueue(file, saver, { held, settle, setState });
  const save = useCallback((completed?: true) => saveNext(completed === undefined ? {} : { completed }), [saveNext]);

  const saveSoon = useCallback((): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), Math.max(debounce_ms, quietUntil.current - Date.now()));
  }, [save, timer, quietUntil]);

  const leader = useRef<string | null>(null);
  const change = useCallback(
    (annotationId: string, value: string): void => {
      const field = fields.find((own) => own.annotation_id === annotationId);
      const entered = field === undefined ? value : asTyped(field, value);
      const entries = entriesOf(place);
      const standing = (name: string): string => entries[name]?.value ?? held.current[name] ?? "";
      const followed = followInitials(fields, { name: annotationId, entered, standing, leader: leader.current });
      leader.current = followed.leader;
      changeEntries(place, [annotationId, ...followed.names], (known, name) =>
        typed(known, entered, held.current[name] ?? ""),
      );
      show(held.current);
      saveSoon();
    },
    [place, fields, held, show, saveSoon],
  );
  const choose = useCallback(
    (annotationId: string, chosen: Chosen): void => {
      const theirs = entriesOf(place)[annotationId]?.theirs;
      if (theirs === undefined) return;
      changeEntries(place, [annotationId], (known) => (chosen === "mine" ? known && kept(known) : null));
      show({ ...held.current, [annotationId]: theirs });
      saveSoon();
    },
    [place, held, show, saveSoon],
  );

  useRetrying(state, save);
  useSavingAtTheEnd(saveNext);
  return { values, problems, state, change, choose, save };
}

type Showing = {
  readonly held: RefObject<FieldValues>;
  readonly settle: (found: FieldValues | null, stored: FieldValues) => void;
  readonly setState: (change: (known: SaveState) => SaveState) => void;
};

type Queue = {
  /** Saves after all that is being saved; whether the server has it all then. */
  readonly saveNext: (wanted: Wanted) => Promise<boolean>;
  readonly timer: RefObject<ReturnType<typeof setTimeout> | undefined>;
  /** Until when the service asked for patience, as Date.now() tells it. */
  readonly quietUntil: RefObject<number>;
};

function useQueue(file: WorkflowFile, saver: Saver, { held, settle, setState }: Showing): Queue {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const quietUntil = useRef(0);
  // Each save brings another object of the same file: that is no reason to begin anew.
  const latest = useRef(file);
  latest.current = file;
  const { id } = file;

  const saveOnce = useCallback(
    async ({ completed, leaving = false }: Wanted): Promise<boolean> => {
      clearTimeout(timer.current);
      const onSend = (): void => setState(() => ({ status: "saving" }));
      const calls = saver.open({ leaving, onSend });
      if (calls === null) return false;
      const ways = { ...calls.ways, place: saver.place };
      const end = await saveEntries(latest.current, completed === true ? held.current : null, ways);
      settle(calls.heldNow(), end.sent);
      if (end.status === "unseen") notify("failure", "WORKFLOW_CHANGED");
      setState((known) => stateAfter(end, { known, completed }));
      if (end.status === "later") quietUntil.current = Date.now() + (end.refusal.retryAfterSeconds ?? 0) * 1_000;
      return end.status === "stored";
    },
    [saver, held, settle, setState],
  );
  const saveNext = useCallback(
    (wanted: Wanted): Promise<boolean> => {
      // One that broke is no reason never to save again.
      const before = queues.get(id)?.catch(() => false) ?? Promise.resolve(true);
      const saved = before.then(() => saveOnce(wanted));
      queues.set(id, saved);
      return saved;
    },
    [id, saveOnce],
  );
  return { saveNext, timer, quietUntil };
}

function stateAfter(end: SaveEnd, { known, completed }: { known: SaveState; completed: true | undefined }): SaveState {
  if (end.status === "later") {
    const { status, retryAfterSeconds } = end.refusal;
    return {
      status: "waiting",
      // An answer that did not come may have other reasons.
      isOffline: status === 0 && !navigator.onLine,
      retryAfterMs: Math.max(retry_ms, (retryAfterSeconds ?? 0) * 1_000),
    };
  }
  if (end.status !== "stored") return { status: "refused" };
  const nothing = Object.keys(end.sent).length === 0 && completed === undefined;
  // Nothing was sent: a time would be told at which nothing was saved.
  if (nothing) return known.status === "saved" ? known : { status: "rest" };
  return { status: "saved", at: new Date() };
}

/** Tries again after a while, and at once when the network is back. */
function useRetrying(state: SaveState, save: () => Promise<boolean>): void {
  useEffect(() => {
    if (state.status !== "waiting") return;
    const again = (): void => void save();
    const later = setTimeout(again, state.retryAfterMs);
    if (state.isOffline) window.addEventListener("online", again);
    return () => {
      clearTimeout(later);
      window.removeEventListener("online", again);
    };
  }, [state, save]);
}

/** What an earlier visit could not save is saved by this one; the rest of this one when it ends, or the page is put away. */
function useSavingAtTheEnd(saveNext: (wanted: Wanted) => Promise<boolean>): void {
  useEffect(() => {
    void saveNext({});
    const leave = (): Promise<boolean> => saveNext({ leaving: true });
    const putAway = (): void => {
      if (document.visibilityState === "hidden") void leave();
    };
    document.addEventListener("visibilitychange", putAway);
    const stop = beforeLeaving(leave);
    return () => {
      document.removeEventListener("visibilitychange", putAway);
      stop();
      void leave();
    };
  }, [saveNext]);
}
