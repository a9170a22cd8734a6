/** How a person of the organisation is called. */
import type { PersonView } from "@siegel/contract/calls/people.ts";

/** First and last name, or the address until an invitation is accepted. */
export const nameOf = ({ first_name, last_name, email }: PersonView): string =>
  first_name === "" ? email : `${first_name} ${last_name}`;

/** The letters of a picture that nobody has. */
export const initialsOf = ({ first_name, last_name, email }: PersonView): string =>
  first_name === "" ? email.slice(0, 1).toUpperCase() : `${[...first_name][0] ?? ""}${[...last_name][0] ?? ""}`;
