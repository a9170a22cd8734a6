/** From ink on a canvas to the image that is sent: cropped to the ink, small enough, a PNG. */
import {
  signature_image_bytes_max,
  signature_image_height_max,
  signature_image_ink_max_percent,
  signature_image_width_max,
} from "@siegel/contract/limits.ts";
import { pngUrl } from "../../ui/png-url.ts";
import { inkIn } from "./ink.ts";

/** An image ready to be sent, and to be shown meanwhile. */
export type Composed = { readonly base64: string; readonly width: number; readonly height: number };

/** Why there is no image: nothing drawn, more ink than a document may be hidden by, or more detail than can be sent. */
export type NoImage = "empty" | "dark" | "too-large";

/** The image, or why there is none. */
export type Composing = { readonly status: "ready"; readonly image: Composed } | { readonly status: NoImage };

/** A little air, so that no line touches the edge. */
const air_px = 6;
const smallest_scale = 0.2;

/** Composes what stands on a canvas. */
export function compose(canvas: HTMLCanvasElement): Composing {
  const pixels = contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);
  const ink = inkIn(pixels);
  if (ink === null) return { status: "empty" };
  const [width, height] = [ink.width + 2 * air_px, ink.height + 2 * air_px];
  if ((ink.covered * ink.width * ink.height) / (width * height) > signature_image_ink_max_percent / 100)
    return { status: "dark" };
  let scale = Math.min(1, signature_image_width_max / width, signature_image_height_max / height);
  for (; scale >= smallest_scale; scale *= 0.8) {
    const target = newCanvas(Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale)));
    const context = contextOf(target);
    context.imageSmoothingQuality = "high";
    context.drawImage(canvas, ink.left - air_px, ink.top - air_px, width, height, 0, 0, target.width, target.height);
    const base64 = target.toDataURL("image/png").slice(pngUrl("").length);
    if (base64.length <= Math.floor(signature_image_bytes_max / 3) * 4)
      return { status: "ready", image: { base64, width: target.width, height: target.height } };
  }
  return { status: "too-large" };
}

/** A canvas of that many pixels. */
export function newCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/** What draws on a canvas. @throws where the browser has no room for it */
export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("no room for a canvas");
  return context;
}
