/** The pages of a file as pictures that the server draws, for devices on which the viewer cannot draw them (docs/flows/viewer.md). */
import { z } from "zod";
import { call } from "../call.ts";
import { described_pages_max, page_picture_widths } from "../limits.ts";
import { askedFile } from "./files.ts";

const pageNumber = z.coerce.number().int().min(1).max(1_000_000);

/** A run of text: where it begins, top left, how high and long it is, in points of the page as it is looked at; `angle` in degrees. */
const textRun = z.object({
  text: z.string(),
  ends_line: z.boolean(),
  left: z.number(),
  top: z.number(),
  height: z.number(),
  length: z.number(),
  angle: z.number(),
});

/**
 * A page as it is looked at, `width` by `height` points. `transform` [a, b, c, d, e, f] leads there from PDF user space (ISO 32000-2
 * §8.3.3); `others` are fields of other signers, [x0, y0, x1, y1] in user space; `filled` is what stands in fields that are not this signer's.
 */
export const pageDescription = z
  .object({
    page: z.number().int(),
    width: z.number(),
    height: z.number(),
    transform: z.array(z.number()).length(6),
    others: z.array(z.array(z.number())),
    filled: z.array(z.object({ rect: z.array(z.number()), text: z.string() })),
    text: z.array(textRun),
  })
  .meta({ id: "PageDescription" });
export type PageDescription = z.infer<typeof pageDescription>;

export const getPages = call({
  name: "getPages",
  method: "GET",
  path: "/api/files/getFile/:id/pages",
  caller: "signer",
  summary:
    "Size, text and other signers' fields of `count` pages from page `first` on; fewer where they say much or take long. The entity tag is the file's SHA-256.",
  params: z.object({ id: askedFile }),
  query: z.object({
    first: pageNumber.default(1),
    count: z.coerce.number().int().min(1).max(described_pages_max).default(1),
  }),
  response: z.array(pageDescription),
});

export const getPagePicture = call({
  name: "getPagePicture",
  method: "GET",
  path: "/api/files/getFile/:id/pages/:page/picture",
  caller: "signer",
  summary: `One page as image/webp, drawn from the file's octets; \`width\` is one of ${page_picture_widths.join(", ")} pixels. The entity tag is the file's SHA-256.`,
  params: z.object({ id: askedFile, page: pageNumber }),
  query: z.object({
    width: z.coerce.number().refine((width) => page_picture_widths.some((one) => one === width), {
      error: `one of ${page_picture_widths.join(", ")}`,
    }),
  }),
  response: z.unknown(),
});
