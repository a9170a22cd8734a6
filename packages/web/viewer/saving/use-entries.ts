import type { OwnField, WorkflowFile } from "@siegel/contract/calls/files.ts";
import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { type FieldValues, storedValues } from "../../frame/field-values.ts";
import { type FieldProblems, problemsOf } from "../fields/field-problems.ts";
import { type EntriesPlace, unsavedOf } from "./unsaved-values.ts";

/** What stands in the fields, and how to say that it changed. */
type Entries = {
  readonly values: FieldValues;
  readonly problems: FieldProblems;
  /** What the fields without an entry show. Never what another page stored, unless the person is told. */
  readonly held: RefObject<FieldValues>;
  readonly show: (held: FieldValues) => void;
  /** Shows what a save found the server to hold (null: nothing new), and what it stored. */
  readonly settle: (found: FieldValues | null, stored: FieldValues) => void;
};

/** What stands in the fields: what is not saved yet, else what this page has shown or stored. */
export function useEntries(file: WorkflowFile, fields: readonly OwnField[], place: EntriesPlace): Entries {
  // Each save brings another object of the same file: that is no reason to begin anew.
  const latest = useRef({ place, places: file.fields });
  latest.current = { place, places: file.fields };
  const unsavedNow = useCallback(() => unsavedOf(latest.current.place, latest.current.places), []);
  const [shown, setShown] = useState(() => ({ held: storedValues(file), own: unsavedNow() }));
  const held = useRef(shown.held);
  const unsaved = useRef(shown.own);
  const show = useCallback(
    (now: FieldValues): void => {
      held.current = now;
      unsaved.current = unsavedNow();
      setShown({ held: now, own: unsaved.current });
    },
    [unsavedNow],
  );
  const settle = useCallback(
    (found: FieldValues | null, stored: FieldValues): void => {
      const left = unsavedNow();
      // A save begun by an earlier visit ends in this one: it stored the entries that are gone, and tells nobody but the store of entries.
      const gone = Object.entries(unsaved.current).filter(([name]) => left[name] === undefined);
      const storedBefore = Object.fromEntries(gone.map(([name, { value }]) => [name, value]));
      show({ ...(found ?? { ...held.current, ...storedBefore }), ...stored });
    },
    [show, unsavedNow],
  );
  const { own } = shown;
  const values = useMemo(() => {
    const typed = Object.entries(own).map(([name, { value }]) => [name, value] as const);
    return { ...shown.held, ...Object.fromEntries(typed) };
  }, [shown.held, own]);
  const known = useRef<FieldProblems>({});
  const problems = useMemo(() => {
    const now = problemsOf(fields, values, own);
    // The same object as long as nothing changed, so that no page is made again for a letter.
    if (JSON.stringify(now) !== JSON.stringify(known.current)) known.current = now;
    return known.current;
  }, [fields, values, own]);
  return { values, problems, held, show, settle };
}
