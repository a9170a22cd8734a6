/** Which fields a refusal is about, as lines among its messages: a page marks them, and goes on with all others. */

const start = "field=";

/** A line for each field's full name. */
export const fieldLines = (names: readonly string[]): string[] => names.map((name) => `${start}${name}`);

/** The full names among the messages of a refusal. */
export const fieldsNamed = (messages: readonly string[]): string[] =>
  messages.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
