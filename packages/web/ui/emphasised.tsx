import type { JSX } from "react";

/** A sentence whose `<b>` parts stand out. */
export function Emphasised({ text }: { text: string }): JSX.Element {
  const parts = text.split(/<b>(.*?)<\/b>/);
  // Every odd part stood between the marks; the position is its only identity and never changes.
  return <>{parts.map((part, at) => (at % 2 === 1 ? <b key={`${at}${part}`}>{part}</b> : part))}</>;
}
