/** What is wrong with a line, in words; the rules are the server's (contract/account-rules.ts). */
import { nameFault, textFault } from "@siegel/contract/account-rules.ts";
import type { TextKey } from "../../i18n/text-key.ts";

/** Which rule a line has; `optional`: it may be empty. */
export type LineRule = "name" | "text" | "optional";

/** The text about what is wrong, or null. */
export function faultOfLine(rule: LineRule, typed: string): TextKey | null {
  if (rule === "optional" && typed.trim() === "") return null;
  const fault = rule === "name" ? nameFault(typed) : textFault(typed);
  if (fault === null) return null;
  if (fault === "required") return "frame.required";
  if (fault === "tooLong") return "organisation.tooLong";
  return rule === "name" ? "organisation.lettersOnly" : "organisation.plainOnly";
}
