/** A logo's pixels, taken out of a foreign file and written anew. */
import { createCanvas, type Image, loadImage } from "@napi-rs/canvas";
import type { LogoTask } from "../../ports/logo-drawing.ts";

/** Pixels: four times what the head of a page shows on a dense screen. */
const width_max = 800;
const height_max = 320;
const jpeg_quality = 85;
/** How much smaller the next try is. */
const step = 0.8;
/** No logo is readable below, pixels. */
const side_min = 8;

/** The new file. @throws what the drawing program throws about files that it cannot read */
export async function redrawLogo({ kind, bytes, bytesMax }: LogoTask): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(bytes));
  let scale = Math.min(1, width_max / image.width, height_max / image.height);
  for (;;) {
    const drawn = await encode(image, kind, scale);
    if (drawn.length <= bytesMax) return drawn;
    scale *= step;
    if (Math.max(image.width, image.height) * scale < side_min) throw new RangeError("no size is small enough");
  }
}

async function encode(image: Image, kind: LogoTask["kind"], scale: number): Promise<Uint8Array> {
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  return kind === "png" ? await canvas.encode("png") : await canvas.encode("jpeg", jpeg_quality);
}
