/** What a document is among the documents of its workflow. */
import { z } from "zod";
import { fileId } from "./ids.ts";

/** `sign`: whether it is signed, or shown only; `attachment_of`: the document it belongs to. */
export const documentPlace = { sign: z.boolean(), attachment_of: fileId.nullable() };
