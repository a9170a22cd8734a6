/** What becomes of one value between the keyboard and the server; pure. Null: there is nothing left to save. */

/** Why the server does not take a value: its code, and what its sentence is about. */
export type RefusedValue = { readonly value: string; readonly code: string; readonly what: string };

/** A value that is not on the server yet. */
export type UnsavedEntry = {
  readonly value: string;
  /** What the field showed when the typing began: the value takes the place of that, and of nothing else. */
  readonly before: string;
  /** What was sent and may have arrived: an answer can get lost. */
  readonly sent: readonly string[];
  /** What another page or device has stored instead: the person chooses. */
  readonly theirs?: string;
  readonly refused?: RefusedValue;
};

/** So many lost answers in a row are remembered. */
const sent_max = 20;

/** Somebody types; `shown` is what stood there before. Who takes it all back has changed nothing. */
export function typed(known: UnsavedEntry | undefined, value: string, shown: string): UnsavedEntry | null {
  const entry = known === undefined ? { value, before: shown, sent: [] } : { ...known, value };
  // Whoever types what another has stored leaves nothing to choose between.
  if (entry.theirs === value) return kept(entry);
  const isBack = entry.value === entry.before && entry.sent.length === 0 && entry.theirs === undefined;
  return isBack ? null : entry;
}

/** The value is on its way. */
export function underWay(known: UnsavedEntry): UnsavedEntry {
  const others = known.sent.filter((value) => value !== known.value);
  return { ...known, sent: [...others, known.value].slice(-sent_max) };
}

/** The server holds `value`; what was typed since takes its place. */
export function stored(known: UnsavedEntry, value: string): UnsavedEntry | null {
  return known.value === value ? null : { value: known.value, before: value, sent: [] };
}

/** The server holds something else than the typing began with: our own of before, or another's. */
export function met(known: UnsavedEntry, held: string): UnsavedEntry | null {
  if (known.value === held) return null;
  if (known.before === held || known.sent.includes(held)) return { value: known.value, before: held, sent: [] };
  return { ...known, theirs: held };
}

/** The person keeps their own, and has seen what it takes the place of. */
export function kept({ value, before, theirs = before }: UnsavedEntry): UnsavedEntry {
  return { value, before: theirs, sent: [] };
}
