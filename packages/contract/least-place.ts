/** How small a field can be placed: in a smaller place nothing of what is entered would be seen. */
import type { FieldKind } from "./field-entry.ts";
import { placed_date_width_min_pt, placed_field_min_pt, placed_tick_min_pt } from "./limits.ts";

const least = [placed_field_min_pt, placed_field_min_pt] as const;
const ofDate = [placed_date_width_min_pt, placed_field_min_pt] as const;
const ofTick = [placed_tick_min_pt, placed_tick_min_pt] as const;

/** Whether a place of so many points is large enough for a field of that kind. */
export function hasRoom(kind: FieldKind, width: number, height: number): boolean {
  const [across, up] = kind === "date" ? ofDate : kind === "checkbox" ? ofTick : least;
  return width >= across && height >= up;
}
