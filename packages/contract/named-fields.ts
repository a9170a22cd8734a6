/** The fields that a refusal is about, as lines among its messages: the page marks them and saves the others. */

const start = "field=";

/** A line for each field's full name. */
export const fieldLines = (names: readonly string[]): string[] => names.map((name) => `${start}${name}`);

/** The first message of a refusal that does not name a field; "" if there is none. */
export const whatOf = (messages: readonly string[]): string => messages.find((line) => !line.startsWith(start)) ?? "";

/** The full names of the fields in a refusal's messages. */
export const fieldsNamed = (messages: readonly string[]): string[] =>
  messages.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
