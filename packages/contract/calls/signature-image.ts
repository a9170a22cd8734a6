/** The image in a signer's own signature box, and its hand-over from a phone (docs/flows/signature-image.md). */
import { z } from "zod";
import { call } from "../call.ts";
import { handover_expires_s, signature_image_bytes_max } from "../limits.ts";

/** A PNG in base64: truecolour of eight bits, mostly transparent, within the limits. */
export const imageBase64 = z
  .string()
  .min(1)
  .max(Math.ceil(signature_image_bytes_max / 3) * 4)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, "base64");

/** The image as it is stored and will be drawn: read and written anew by the server; `id` is the SHA-256 of `png`, hex. */
export const signatureImage = z
  .object({ id: z.string(), width: z.number().int(), height: z.number().int(), png: z.string() })
  .meta({ id: "SignatureImage" });
export type SignatureImage = z.infer<typeof signatureImage>;

export const getSignatureImage = call({
  name: "getSignatureImage",
  method: "GET",
  path: "/api/files/signatureImage",
  caller: "signer",
  summary: "The image that will stand in this signer's signature, or null.",
  response: signatureImage.nullable(),
});

export const putSignatureImage = call({
  name: "putSignatureImage",
  method: "PUT",
  path: "/api/files/signatureImage",
  caller: "signer",
  summary: "Puts an image into this signer's signature, in the place of the one before.",
  body: z.object({ image: imageBase64 }),
  response: signatureImage,
});

export const deleteSignatureImage = call({
  name: "deleteSignatureImage",
  method: "DELETE",
  path: "/api/files/signatureImage",
  caller: "signer",
  summary: "Takes the image out of this signer's signature again.",
  response: z.literal(true),
});

/** Points of a page's width or height, with one decimal at most. */
const points = z.string().regex(/^[0-9]{1,5}(\.[0-9])?$/, "points, with one decimal at most");

const part = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() });

/**
 * Where an image stands in a signature's box: parts of its width and height, from its top left; there it is as large as it fits, in the
 * middle. `lines` are the words beside it as they would be now, without the reference, which no signature has before it is made. `name` is
 * the first of them: the person's, of a seal the organisation's; empty while nobody has verified that. `ring`: null in a small box.
 */
export const imageArea = part
  .extend({ name: z.string(), lines: z.array(z.string()), ring: part.nullable() })
  .meta({ id: "ImageArea" });
export type ImageArea = z.infer<typeof imageArea>;

export const getImageArea = call({
  name: "getImageArea",
  method: "GET",
  path: "/api/files/signatureImage/area/:width/:height",
  caller: "signer",
  summary:
    "Where the image will stand in a signature's box of that many points, beside the words that this signer's has, and whose name is in them.",
  params: z.object({ width: points, height: points }),
  response: imageArea,
});

export const openHandover = call({
  name: "openHandover",
  method: "POST",
  path: "/api/files/signatureImage/handover",
  caller: "signer",
  summary: `Makes a one-time secret with which a phone may give one image to this session within ${handover_expires_s} s; the one before dies.`,
  response: z.object({ token: z.string(), expires_in_s: z.number().int() }).meta({ id: "Handover" }),
});

export const getHandover = call({
  name: "getHandover",
  method: "GET",
  path: "/api/files/signatureImage/handover",
  caller: "signer",
  summary: "Whether the phone has given an image, and that image; it becomes the signature's only by takeHandover.",
  response: z
    .object({ state: z.enum(["none", "waiting", "given", "over"]), image: signatureImage.nullable() })
    .meta({ id: "HandoverState" }),
});

/** 256 random bits, base64url. */
const handoverToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, "a hand-over's secret");

export const takeHandover = call({
  name: "takeHandover",
  method: "POST",
  path: "/api/files/signatureImage/handover/take",
  caller: "signer",
  summary: "Puts the image that the phone has given into this signer's signature.",
  response: signatureImage,
});

export const lookAtHandover = call({
  name: "lookAtHandover",
  method: "POST",
  path: "/api/handover/look",
  caller: "none",
  summary: "Whether a hand-over's secret still takes an image, and for how long.",
  body: z.object({ token: handoverToken }),
  response: z.object({ expires_in_s: z.number().int() }),
});

export const giveImage = call({
  name: "giveImage",
  method: "POST",
  path: "/api/handover/give",
  caller: "none",
  summary: "Gives one image to the session that made the secret, once.",
  body: z.object({ token: handoverToken, image: imageBase64 }),
  response: z.literal(true),
});
