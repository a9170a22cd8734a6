/** The same as `pdf`, over the smaller ones of the real files; their bytes stay out of the repository. */
import { listCorpus, readCorpusFile } from "../../fixtures/corpus.ts";
import { judgeDocument } from "../judge-document.ts";
import { mutatePdf } from "../mutate/mutate-pdf.ts";
import type { Target } from "../target.ts";

const seedBytesMax = 200_000;

/** Target `pdf-corpus`. @throws RangeError without a corpus */
export function pdfCorpus(): Target {
  const seeds = listCorpus()
    .map(({ file }) => readCorpusFile(file))
    .filter(({ length }) => length <= seedBytesMax);
  if (seeds.length === 0) throw new RangeError("there is no corpus (fixtures/corpus.ts)");
  return { name: "pdf-corpus", seeds, mutate: mutatePdf, run: judgeDocument };
}
