/** Whether two documents can be of one birthday. A card may know none, or the year or month alone (BSI TR-03110-2). */

/** `same`; `unknown`: nothing speaks against it; `other`: it is another person. ISO 8601, as far as known; empty: unknown. */
export function compareBirthdates(one: string, other: string): "same" | "unknown" | "other" {
  if (one === other && one !== "") return "same";
  return one.startsWith(other) || other.startsWith(one) ? "unknown" : "other";
}
