/** What a token may be called. */
import { isVisible } from "./text.ts";

/** The name stands in the path of the call that makes a token; in UTF-16 units. */
export const token_name_chars_max = 100;

/** `.` and `..` are steps in an address: a browser takes them out before it asks (RFC 3986 §5.2.4). */
export const isStepOfAddress = (name: string): boolean => name === "." || name === "..";

/** What is wrong with a name that a person typed, or null. */
export function whyNotTokenName(typed: string): "empty" | "tooLong" | "dots" | null {
  const name = typed.trim();
  if (!isVisible(name)) return "empty";
  if (name.length > token_name_chars_max) return "tooLong";
  return isStepOfAddress(name) ? "dots" : null;
}
