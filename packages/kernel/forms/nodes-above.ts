// The nodes above a field or a widget, by their own /Parent (ISO 32000-2 §12.7.4): for what the form does not lead to.
import { dictionaryOf, type Objects } from "../pdf/access.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";

const nodesMax = 60;

/** A field and the nodes above it, as far as they lead. */
export function chainOf(objects: Objects, field: PdfObject): PdfDict[] {
  const chain = [dictionaryOf(objects, field)];
  for (let above = chain[0]?.entries.get("Parent"); above !== undefined && chain.length < nodesMax; ) {
    const node = dictionaryOf(objects, above);
    chain.push(node);
    above = node.entries.get("Parent");
  }
  return chain;
}

/** What the lowest of some nodes says, as it stands there; null says nothing. */
export function firstOf(objects: Objects, chain: readonly PdfDict[], key: string): PdfObject | undefined {
  return chain.map(({ entries }) => entries.get(key)).find((value) => objects.resolve(value) !== undefined);
}
