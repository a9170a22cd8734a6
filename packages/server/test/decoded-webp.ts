/** A picture that a page worker made, as pixels. */
import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { Picture } from "../../../fixtures/pictures.ts";

/** The pixels of a WebP without transparency. */
export async function decodedWebp(bytes: Uint8Array): Promise<Picture> {
  const image = await loadImage(Buffer.from(bytes));
  const { width, height } = image;
  const context = createCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i += 1) rgb.set(data.subarray(4 * i, 4 * i + 3), 3 * i);
  return { width, height, rgb };
}
