/** Foreign files, from opening to a signature that was read back. Seeds are made by code. */

import { judgeDocument } from "../judge-document.ts";
import { mutatePdf } from "../mutate/mutate-pdf.ts";
import { documentSeeds } from "../seeds/documents.ts";
import type { Target } from "../target.ts";

/** Target `pdf`. */
export const pdf: Target = { name: "pdf", seeds: await documentSeeds(), mutate: mutatePdf, run: judgeDocument };
