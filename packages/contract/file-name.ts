/** How documents are called where they are saved: in downloads, in mails, in whatever folder people put them. */
import type { Language } from "./limits.ts";
import { visibleOf } from "./text.ts";

/** The audit report among the documents. */
export const auditReportNames = { de: "Prüfprotokoll.pdf", en: "Audit report.pdf" } as const satisfies Record<
  Language,
  string
>;

// RFC 6266 §4.3: whoever saves a file may take a separator for a folder. The others Windows permits in no name, so that browsers replace
// them, each by what it likes.
const inNoFileName = /[\p{Cc}/\\:*?"<>|]/gu;
// A leading dot hides the file, or leads to the folder above.
const leadingDots = /^\s*\.[\s.]*/;
// Browsers replace these by what can be seen. Joiners change how a name is written.
const unseen = /(?![\u200c\u200d])(?=\p{Cf})\p{Default_Ignorable_Code_Point}/gu;

/** The name that a document of this name is saved under: always a `.pdf`, never a path, and the same on every system. */
export function savedFileName(name: string): string {
  const segment = name
    .toWellFormed()
    .replace(unseen, "")
    .replace(inNoFileName, "_")
    .replace(leadingDots, (lead) => "_".repeat(lead.length));
  return /\.pdf$/i.test(segment) ? segment : `${segment}.pdf`;
}

/** Alike for names that a folder takes for one, where it tells no upper from lower case (Windows, macOS), and for those that people do. */
export function folderKey(name: string): string {
  return visibleOf(savedFileName(name)).normalize("NFC").toLowerCase();
}
