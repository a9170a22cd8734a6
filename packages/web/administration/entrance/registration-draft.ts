/** What somebody typed to register, kept in this tab until their mailbox is proven; never a password. */
import { drop, keep, readKept } from "../../tab-storage.ts";

/** The fields of both registration pages, and the code that refused them last. */
export type RegistrationDraft = {
  readonly key: string;
  readonly organisation: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly refusedBy: string | null;
  /** Where the link to go on was sent. */
  readonly sentTo: string | null;
};

/** Of session.ts, which leaves it when it clears the tab. */
const name = "registration";

const empty: RegistrationDraft = {
  key: "",
  organisation: "",
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  refusedBy: null,
  sentTo: null,
};

/** What is kept; empty fields where nothing is. */
export function readDraft(): RegistrationDraft {
  const kept = readKept(name);
  if (typeof kept !== "object" || kept === null) return empty;
  const strings = Object.entries(kept).filter(([key, value]) => Object.hasOwn(empty, key) && typeof value === "string");
  return { ...empty, ...Object.fromEntries(strings) };
}

/** Keeps it in place of what was kept. */
export const keepDraft = (draft: RegistrationDraft): void => keep(name, draft);

/** Forgets it: the account was made. */
export const forgetDraft = (): void => drop(name);
