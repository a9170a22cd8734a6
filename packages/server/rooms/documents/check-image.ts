/** What may stand in a signature as its image: read strictly, looked at, and written anew with nothing but its pixels. Pure. */
import { createHash } from "node:crypto";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import {
  signature_image_bytes_max,
  signature_image_height_max,
  signature_image_ink_max_percent,
  signature_image_ink_pixels_min,
  signature_image_opacity_min,
  signature_image_width_max,
} from "@siegel/contract/limits.ts";
import { type Raster, readPng, writePng } from "@siegel/kernel/forms/png.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";

/** An image as it is drawn; `id` is `imageIdOf` its bytes. */
export type SignatureImage = {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
};

/** The image as it will be drawn, or why it is not an image. */
export type CheckedImage =
  | { readonly ok: true; readonly image: SignatureImage }
  | {
      readonly ok: false;
      readonly code: Extract<
        ErrorCode,
        "SIGNATURE_IMAGE_INVALID" | "SIGNATURE_IMAGE_EMPTY" | "SIGNATURE_IMAGE_TOO_DARK"
      >;
      readonly message: string;
    };

const limits = {
  bytesMax: signature_image_bytes_max,
  widthMax: signature_image_width_max,
  heightMax: signature_image_height_max,
};
/** Of 255: a brighter pixel cannot be seen on white paper. */
const seenBrightnessMax = 230;
/** Our packing is simpler than that of others, so the image may become larger by this factor. */
const writtenMax = 4 * signature_image_bytes_max;
/** The limits of a stored image. */
export const signatureImageLimits = { ...limits, bytesMax: writtenMax };

/** Checks an image from outside. */
export function checkImage(bytes: Uint8Array): CheckedImage {
  let raster: Raster;
  try {
    raster = readPng(bytes, limits);
  } catch (error) {
    if (!(error instanceof PdfRefusal)) throw error;
    return { ok: false, code: "SIGNATURE_IMAGE_INVALID", message: error.message };
  }
  const { covered, ink } = measured(raster);
  if (ink < signature_image_ink_pixels_min)
    return { ok: false, code: "SIGNATURE_IMAGE_EMPTY", message: `${ink} pixels of ink` };
  // Earlier signers read the text below the box: an image that is mostly opaque would hide it.
  const percent = (100 * covered) / (raster.width * raster.height);
  if (percent > signature_image_ink_max_percent)
    return { ok: false, code: "SIGNATURE_IMAGE_TOO_DARK", message: `${Math.ceil(percent)} % are not transparent` };
  const png = writePng(raster);
  if (png.length > writtenMax)
    return { ok: false, code: "SIGNATURE_IMAGE_INVALID", message: `${png.length} bytes once written` };
  return { ok: true, image: { id: imageIdOf(png), width: raster.width, height: raster.height, png } };
}

/** What an image is called: the SHA-256 of its bytes, hex. */
export const imageIdOf = (png: Uint8Array): string => createHash("sha256").update(png).digest("hex");

/** How many pixels are covered by anything, and how many of a colour that is seen on paper. */
function measured({ rgba }: Raster): { readonly covered: number; readonly ink: number } {
  let [covered, ink] = [0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    const opacity = rgba[at + 3] ?? 0;
    covered += opacity / 255;
    if (opacity < signature_image_opacity_min) continue;
    // ITU-R BT.709.
    const brightness = 0.2126 * (rgba[at] ?? 0) + 0.7152 * (rgba[at + 1] ?? 0) + 0.0722 * (rgba[at + 2] ?? 0);
    if (brightness <= seenBrightnessMax) ink += 1;
  }
  return { covered, ink };
}
