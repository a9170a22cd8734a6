/** What a document is among the documents of its workflow. */
import { z } from "zod";
import { fileId } from "./ids.ts";

export const documentPlace = {
  sign: z.boolean().describe("Whether it is signed. `false`: it is shown only."),
  attachment_of: fileId.nullable().describe("The id of the document that it belongs to; null: to none."),
};
