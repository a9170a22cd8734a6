/**
 * Two people change one record (decisions.md §11): the second person gets 409 CHANGED_MEANWHILE with two messages, a sentence and the
 * record as it is now. `data` of a refusal is a list of texts (decisions.md §3).
 */
const start = "now=";

/** The line that carries the record. */
export const nowLine = (record: unknown): string => start + JSON.stringify(record);

/** The record among a refusal's messages, or null. Programs of ours wrote it; its shape is that of the call's answer. */
export function recordNow<Shape>(messages: readonly string[]): Shape | null {
  const line = messages.find((message) => message.startsWith(start));
  return line === undefined ? null : (JSON.parse(line.slice(start.length)) as Shape);
}
