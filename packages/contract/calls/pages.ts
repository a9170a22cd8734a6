/** The pages of a file as pictures that the server draws, for devices on which the viewer cannot draw them (docs/flows/viewer.md). */
import { z } from "zod";
import { call } from "../call.ts";
import { described_pages_max, page_picture_widths } from "../limits.ts";
import { valueFaults } from "../value-faults.ts";
import { askedFile } from "./files.ts";

const pageNumber = z.coerce.number().int().min(1).max(1_000_000);

/** A run of text: where it begins, top left, how high and long it is, in points of the page as it is looked at; `angle` in degrees. */
const textRun = z.object({
  text: z.string().describe("The words."),
  ends_line: z.boolean().describe("Whether a line ends after it."),
  left: z.number().describe("Where it begins, in points from the left."),
  top: z.number().describe("Where it begins, in points from the top."),
  height: z.number().describe("How high it is, in points."),
  length: z.number().describe("How long it is, in points."),
  angle: z.number().describe("How far it is turned, in degrees."),
});

/**
 * A page as it is looked at, `width` by `height` points. `transform` [a, b, c, d, e, f] leads there from PDF user space (ISO 32000-2
 * §8.3.3); `others` are fields of other signers, [x0, y0, x1, y1] in user space; `filled` is what stands in fields that are not this signer's.
 */
export const pageDescription = z
  .object({
    page: z.number().int().describe("The page, counted from 1."),
    width: z.number().describe("Its width as shown, in points."),
    height: z.number().describe("Its height as shown, in points."),
    transform: z
      .array(z.number())
      .length(6)
      .describe("[a, b, c, d, e, f], which leads there from PDF user space (ISO 32000-2 §8.3.3)."),
    others: z.array(z.array(z.number())).describe("Fields of other signers, [x0, y0, x1, y1] in user space."),
    filled: z
      .array(
        z.object({
          rect: z.array(z.number()).describe("Where the field stands, in user space."),
          text: z.string().describe("What stands in it."),
        }),
      )
      .describe("What stands in fields that are not this signer's."),
    text: z.array(textRun).describe("The page's text, in the order of reading."),
  })
  .meta({ id: "PageDescription" });
export type PageDescription = z.infer<typeof pageDescription>;

export const getPages = call({
  name: "getPages",
  method: "GET",
  path: "/api/files/getFile/:id/pages",
  caller: "signer",
  summary: "Describe pages",
  description:
    "Size, text and other signers' fields of `count` pages from page `first` on; fewer where they say much or take long. The entity tag is the file's SHA-256.",
  params: z.object({ id: askedFile.describe("The file's id.") }),
  query: z.object({
    first: pageNumber.default(1).describe("The first page asked for."),
    count: z.coerce.number().int().min(1).max(described_pages_max).default(1).describe("How many pages are asked for."),
  }),
  response: z.array(pageDescription),
});

export const getPagePicture = call({
  name: "getPagePicture",
  method: "GET",
  path: "/api/files/getFile/:id/pages/:page/picture",
  caller: "signer",
  summary: "Draw a page",
  description: "One page as a picture, drawn from the file's bytes. The entity tag is the file's SHA-256.",
  answers: "image/webp",
  params: z.object({
    id: askedFile.describe("The file's id."),
    page: pageNumber.describe("The page, counted from 1."),
  }),
  query: z.object({
    width: z.coerce
      .number()
      .refine((width) => page_picture_widths.some((one) => one === width), valueFaults.pictureWidth.en)
      .describe(`Pixels across: one of ${page_picture_widths.join(", ")}.`),
  }),
  response: z.unknown(),
});
