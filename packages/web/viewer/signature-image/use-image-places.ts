import type { ImageArea } from "@siegel/contract/calls/signature-image.ts";
import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { isWideBox } from "./box-shape.ts";

type Area = Omit<ImageArea, keyof Words>;
/** Of a signature's box, in points. */
export type Size = { readonly width: number; readonly height: number };

/** Who knows the places: whatever makes the file. `of`: whose signature it is, which its words say. */
export type PlacesInFile = { readonly of: string; readonly ask: (box: Size) => Promise<ImageArea> };

/** Where image, words and the small ring stand in a signature's box, as styles; null: it has no room for a ring. */
export type ImagePlaces = {
  readonly image: CSSProperties;
  readonly words: CSSProperties;
  readonly ring: CSSProperties | null;
};
/** The words themselves, line by line as they would be now, how large, and the name among them. */
export type Words = Pick<ImageArea, "name" | "lines" | "size">;

/** A box of which an image has all. */
export const wholeBox: ImagePlaces = {
  image: { left: 0, top: 0, width: "100%", height: "100%" },
  words: {},
  ring: null,
};

/** An image that stands alone. */
export const noWords: Words = { name: "", lines: [], size: 0 };

/** What the file will give the image in a box of that many points, and the words beside it; about that and no words, until that is told, or where it is not. Null asks nobody. */
export function useImagePlaces(box: Size, places: PlacesInFile | null): ImagePlaces & Words {
  const { data } = useQuery(
    queryOptions({
      queryKey: ["image-area", places?.of, box.width.toFixed(1), box.height.toFixed(1)],
      queryFn: places === null ? skipToken : () => places.ask(box),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  const { name, lines, size } = data ?? noWords;
  return { ...placesIn(box, data ?? aboutSo(box)), name, lines, size };
}

function aboutSo(box: Size): Area {
  return { left: 0, top: 0, ring: null, ...(isWideBox(box) ? { width: 0.45, height: 1 } : { width: 1, height: 0.45 }) };
}

const percent = (part: number): string => `${(part * 100).toFixed(2)}%`;

/** The image in its area, and the words in all that is beside it, in a narrow box below it. */
export function placesIn(box: Size, area: Area): ImagePlaces {
  const { left, top, width, height } = area;
  return {
    image: partOf(area),
    words: isWideBox(box) ? { left: percent(left + width) } : { left: percent(left), top: percent(top + height) },
    ring: area.ring && partOf(area.ring),
  };
}

const partOf = ({ left, top, width, height }: Omit<Area, "ring">): CSSProperties => ({
  left: percent(left),
  top: percent(top),
  width: percent(width),
  height: percent(height),
});
