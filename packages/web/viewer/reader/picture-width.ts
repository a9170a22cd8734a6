/** Which of the widths that the server draws a page in is the right one; pure. */
import { page_picture_widths } from "@siegel/contract/limits.ts";
import type { Fineness, PageSize } from "./document-reader.ts";

/** As wide as the page is on this screen, or the next one that is wider; narrower only where that is more pixels than the page may have. */
export function pictureWidth(size: PageSize, { scale, pixelsMax }: Fineness, density: number): number {
  const wanted = size.width * scale * density;
  const fitting = page_picture_widths.filter((width) => width * width * (size.height / size.width) <= pixelsMax);
  const [least] = page_picture_widths;
  return fitting.find((width) => width >= wanted) ?? fitting.at(-1) ?? least;
}
