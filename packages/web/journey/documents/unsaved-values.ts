/**
 * What was typed and is not on the server yet, by file: a page that is left and opened again meets it, also after a reload or a new
 * login of this tab. Kept in the page's memory, and in the tab's storage for the reload.
 */
import type { FieldValues } from "../../frame/field-values.ts";

const key = "unsaved";
let memory: Readonly<Record<string, FieldValues>> | null = null;

function all(): Readonly<Record<string, FieldValues>> {
  memory ??= stored();
  return memory;
}

function stored(): Record<string, FieldValues> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}") as Record<string, FieldValues>;
  } catch {
    return {}; // somebody else wrote there: as good as nothing
  }
}

function keep(fileId: string, values: FieldValues): void {
  const { [fileId]: _replaced, ...others } = all();
  memory = Object.keys(values).length === 0 ? others : { ...others, [fileId]: values };
  try {
    sessionStorage.setItem(key, JSON.stringify(memory));
  } catch {
    // Full, or forbidden: the page's memory has it, and it is on its way to the server.
  }
}

/** The values of a file that the server does not have yet, by full field name. */
export function unsavedOf(fileId: string): FieldValues {
  return all()[fileId] ?? {};
}

/** Remembers a value until it is saved. */
export function keepUnsaved(fileId: string, annotationId: string, value: string): void {
  keep(fileId, { ...unsavedOf(fileId), [annotationId]: value });
}

/** The server has these now; what was typed since stays. */
export function forgetSaved(fileId: string, saved: FieldValues): void {
  const left = Object.entries(unsavedOf(fileId)).filter(([id, value]) => saved[id] !== value);
  keep(fileId, Object.fromEntries(left));
}
