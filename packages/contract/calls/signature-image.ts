/** The image in a signer's own signature box, and its hand-over from a phone (docs/flows/signature-image.md). */
import { z } from "zod";
import { call } from "../call.ts";
import { handover_expires_s, signature_image_bytes_max } from "../limits.ts";
import { valueFaults } from "../value-faults.ts";

/** A PNG in base64: truecolour of eight bits, mostly transparent, within the limits. */
export const imageBase64 = z
  .string()
  .min(1)
  .max(Math.ceil(signature_image_bytes_max / 3) * 4)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, valueFaults.base64.en);

/** The image as it is stored and will be drawn: read and written anew by the server; `id` is the SHA-256 of `png`, hex. */
export const signatureImage = z
  .object({
    id: z.string().describe("The SHA-256 of `png`, in hexadecimal."),
    width: z.number().int().describe("Pixels across."),
    height: z.number().int().describe("Pixels up."),
    png: z.string().describe("The image as a PNG in base64, as the server wrote it anew."),
  })
  .meta({ id: "SignatureImage", description: "The image as it is stored and will be drawn." });
export type SignatureImage = z.infer<typeof signatureImage>;

export const getSignatureImage = call({
  name: "getSignatureImage",
  method: "GET",
  path: "/api/files/signatureImage",
  caller: "signer",
  summary: "Read the signature's image",
  description: "The image that will stand in this signer's signature, or null.",
  response: signatureImage.nullable(),
});

export const putSignatureImage = call({
  name: "putSignatureImage",
  method: "PUT",
  path: "/api/files/signatureImage",
  caller: "signer",
  summary: "Set the signature's image",
  description: "Puts an image into this signer's signature, in the place of the one before.",
  body: z.object({ image: imageBase64.describe("A PNG in base64: true colour, mostly transparent.") }),
  response: signatureImage,
});

export const deleteSignatureImage = call({
  name: "deleteSignatureImage",
  method: "DELETE",
  path: "/api/files/signatureImage",
  caller: "signer",
  summary: "Remove the signature's image",
  response: z.literal(true),
});

/** Points of a page's width or height, with one decimal at most. */
const points = z.string().regex(/^[0-9]{1,5}(\.[0-9])?$/, valueFaults.points.en);

const part = z.object({
  left: z.number().describe("Left edge, as a part of the box's width."),
  top: z.number().describe("Top edge, as a part of the box's height."),
  width: z.number().describe("Width, as a part of the box's width."),
  height: z.number().describe("Height, as a part of the box's height."),
});

/**
 * Where an image stands in a signature's box: parts of its width and height, from its top left; there it is as large as it fits, in the
 * middle. `lines` are the words beside it as they would be now, without the reference, which no signature has before it is made, broken as
 * there, in letters of `size`. `name` is the first of them: the person's, of a seal the organisation's; empty while nobody has verified
 * that. `ring`: null in a small box.
 */
export const imageArea = part
  .extend({
    name: z
      .string()
      .describe(
        "The first of the words beside it: the person's name, of a seal the organisation's; empty while nobody has verified that.",
      ),
    lines: z
      .array(z.string())
      .describe(
        "The words beside it as they would be now, line by line, without the reference, which no signature has before it is made.",
      ),
    size: z.number().describe("Size of their letters, as a part of the box's height; 0 if the box has no words."),
    ring: part.nullable().describe("Where the ring stands; null in a small box."),
  })
  .meta({
    id: "ImageArea",
    description: "Where an image stands in a signature's box; there it is as large as it fits, in the middle.",
  });
export type ImageArea = z.infer<typeof imageArea>;

export const getImageArea = call({
  name: "getImageArea",
  method: "GET",
  path: "/api/files/signatureImage/area/:width/:height",
  caller: "signer",
  summary: "Ask where the image will stand",
  description:
    "Where the image will stand in a signature's box of that many points, beside the words that this signer's has, and whose name is in them.",
  params: z.object({
    width: points.describe("Width of the signature's box, in PDF points."),
    height: points.describe("Height of the signature's box, in PDF points."),
  }),
  response: imageArea,
});

export const openHandover = call({
  name: "openHandover",
  method: "POST",
  path: "/api/files/signatureImage/handover",
  caller: "signer",
  summary: "Open a hand-over from a phone",
  description: `Makes a one-time secret with which a phone may give one image to this session within ${handover_expires_s} s; the one before dies.`,
  response: z
    .object({
      token: z.string().describe("The secret that the phone needs, for one image."),
      expires_in_s: z.number().int().describe("How long it lives, in seconds."),
    })
    .meta({ id: "Handover", description: "A hand-over that is open." }),
});

export const getHandover = call({
  name: "getHandover",
  method: "GET",
  path: "/api/files/signatureImage/handover",
  caller: "signer",
  summary: "Look for the phone's image",
  description: "Whether the phone has given an image, and that image; it becomes the signature's only by takeHandover.",
  response: z
    .object({
      state: z
        .enum(["none", "waiting", "given", "over"])
        .describe(
          "`none`: no hand-over is open. `waiting`: for the phone. `given`: the image is here. `over`: its time is over.",
        ),
      image: signatureImage.nullable().describe("The image that the phone gave; null until then."),
    })
    .meta({ id: "HandoverState", description: "Where a hand-over stands." }),
});

/** 256 random bits, base64url. */
const handoverToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, valueFaults.handoverToken.en);

export const takeHandover = call({
  name: "takeHandover",
  method: "POST",
  path: "/api/files/signatureImage/handover/take",
  caller: "signer",
  summary: "Take the phone's image",
  description: "Puts the image that the phone has given into this signer's signature.",
  response: signatureImage,
});

export const lookAtHandover = call({
  name: "lookAtHandover",
  method: "POST",
  path: "/api/handover/look",
  caller: "none",
  summary: "Check a hand-over",
  description: "Whether a hand-over's secret still takes an image, and for how long.",
  body: z.object({ token: handoverToken.describe("The secret of the hand-over.") }),
  response: z.object({ expires_in_s: z.number().int().describe("How long it still takes an image, in seconds.") }),
});

export const giveImage = call({
  name: "giveImage",
  method: "POST",
  path: "/api/handover/give",
  caller: "none",
  summary: "Give an image",
  description: "Gives one image to the session that made the secret, once.",
  body: z.object({
    token: handoverToken.describe("The secret of the hand-over."),
    image: imageBase64.describe("A PNG in base64: true colour, mostly transparent."),
  }),
  response: z.literal(true),
});
