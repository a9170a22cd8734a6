/** File names of documents, in downloads and mails. */
import type { Language } from "./limits.ts";
import { visibleOf } from "./text.ts";

/** File names of the audit report. */
export const auditReportNames = { de: "Prüfprotokoll.pdf", en: "Audit report.pdf" } as const satisfies Record<
  Language,
  string
>;

// RFC 6266 §4.3: a program that saves a file may take a separator for a folder. Windows permits none of the others, and browsers replace
// them in different ways.
const inNoFileName = /[\p{Cc}/\\:*?"<>|]/gu;
// A leading dot hides the file, or names the folder above.
const leadingDots = /^\s*\.[\s.]*/;
// Invisible characters, which browsers replace. Joiners stay: they change how a name is written.
const unseen = /(?![\u200c\u200d])(?=\p{Cf})\p{Default_Ignorable_Code_Point}/gu;

/** The file name for a document's name: always `.pdf`, never a path, and the same on every system. */
export function savedFileName(name: string): string {
  const segment = name
    .toWellFormed()
    .replace(unseen, "")
    .replace(inNoFileName, "_")
    .replace(leadingDots, (lead) => "_".repeat(lead.length));
  return /\.pdf$/i.test(segment) ? segment : `${segment}.pdf`;
}

/** Equal for names that are one file in a folder that ignores case (Windows, macOS), and for names that look the same. */
export function folderKey(name: string): string {
  return visibleOf(savedFileName(name)).normalize("NFC").toLowerCase();
}
