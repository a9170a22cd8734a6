/** What became of several people at once, as one banner. */
import type { PersonLine } from "@siegel/contract/calls/people.ts";
import { notify } from "../../api/notices.ts";
import { sentenceOfCode, translateNow } from "../../i18n/catalogue.ts";

/** Says how many were changed, and of the others why the first was not. */
export function tellLines(lines: readonly PersonLine[]): void {
  const left = lines.filter(({ code }) => code !== null);
  const n = lines.length - left.length;
  const [first] = left;
  if (first?.code == null) {
    notify("success", translateNow("users.doneMany", { n }));
    return;
  }
  const why = sentenceOfCode(first.code, translateNow);
  notify(n === 0 ? "failure" : "success", translateNow("users.doneSome", { n, m: left.length, why }));
}
