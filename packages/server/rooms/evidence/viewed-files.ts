/** What an approval says of the revisions that lay before the signer, in the words of a report (decisions.md §12). */
import type { Language } from "@siegel/contract/limits.ts";
import { z } from "zod";
import type { RecordedEvent } from "../audit-trail/audit-trail.ts";

const program = z.object({ viewer: z.string(), userAgent: z.string(), drawnBy: z.string() });
type Program = z.infer<typeof program>;

/** As `rooms/signing/authorise-signing.ts` writes it into the event of an approval. */
const approval = z.object({
  viewed: z.array(
    z.object({
      fileId: z.string(),
      loaded: z.object({ sha256: z.string(), inThisSession: z.boolean(), programs: z.array(program) }).nullable(),
    }),
  ),
});

/** One file of an approval: the digest of the whole revision that was loaded, null where none was, and a sentence. */
export type ViewedFile = { readonly fileId: string; readonly sha256: string | null; readonly how: string };

/** The files of an approval; none where the event is no approval, is older than this, or its details were erased. */
export function viewedFiles(
  { type, details }: Pick<RecordedEvent, "type" | "details">,
  language: Language,
): ViewedFile[] {
  const read = type === "signing.authorised" ? approval.safeParse(details) : null;
  if (read?.success !== true) return [];
  return read.data.viewed.map(({ fileId, loaded }) => {
    if (loaded === null) return { fileId, sha256: null, how: words[language].notShown };
    const { shownBy, shownEarlier } = words[language];
    const programs = [...new Set(loaded.programs.map((one) => programText(one, language)))].join("; ");
    return { fileId, sha256: loaded.sha256, how: (loaded.inThisSession ? shownBy : shownEarlier)(programs) };
  });
}

const english = {
  shownBy: (programs: string) => `Shown before the confirmation, with ${programs}`,
  shownEarlier: (programs: string) => `Shown on an earlier visit, with ${programs}`,
  notShown: "Not shown before the confirmation",
  drawnBy: (program: string, by: string) => `${program} (pages drawn by ${by})`,
  other: (name: string) => `another program (${name})`,
  browser: "a browser that names no viewer",
  unnamed: "a program that gives no name",
};
const german: typeof english = {
  shownBy: (programs) => `Vor der Bestätigung gezeigt mit ${programs}`,
  shownEarlier: (programs) => `Bei einem früheren Besuch gezeigt mit ${programs}`,
  notShown: "Vor der Bestätigung nicht gezeigt",
  drawnBy: (program, by) => `${program} (Seiten gezeichnet von ${by})`,
  other: (name) => `einem anderen Programm (${name})`,
  browser: "einem Browser, der keine Anzeige nennt",
  unnamed: "einem Programm, das keinen Namen nennt",
};
const words: Record<Language, typeof english> = { en: english, de: german };

function programText({ viewer, userAgent, drawnBy }: Program, language: Language): string {
  const { drawnBy: drawn } = words[language];
  const program = viewer === "" ? unnamedText(userAgent, words[language]) : viewer;
  return drawnBy === "" ? program : drawn(program, drawnBy);
}

/** A program's own name and version; what a browser says of its machine and its user stays with the provider. */
function unnamedText(userAgent: string, { other, browser, unnamed }: typeof english): string {
  const product = userAgent.split(" ")[0]?.slice(0, 60) ?? "";
  if (product === "") return unnamed;
  return product.startsWith("Mozilla/") ? browser : other(product);
}
