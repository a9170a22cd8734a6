/** Which fields a refusal is about, as lines among its messages: a page marks them, and goes on with all others. */

const start = "field=";

/** A line for each field's full name. */
export const fieldLines = (names: readonly string[]): string[] => names.map((name) => `${start}${name}`);

/** What a refusal is about in words: the first of its messages that is not the line of a field; empty without one. */
export const whatOf = (messages: readonly string[]): string => messages.find((line) => !line.startsWith(start)) ?? "";

/** The full names among the messages of a refusal. */
export const fieldsNamed = (messages: readonly string[]): string[] =>
  messages.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
