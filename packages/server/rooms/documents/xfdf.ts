/** XFDF, form values and annotations as XML (ISO 19444-1:2019). */

import { type Field, isTick } from "../intake/intake.ts";
import type { FieldValue } from "./documents-rules.ts";

const namespace = "http://ns.adobe.com/xfdf/";

/** A tree of partial field names (ISO 19444-1 §6.3: fields nest as their names do). */
type Node = { value: string | null; readonly children: Map<string, Node> };

/** Values in the words of XFDF: a box without tick has the state Off, as in the PDF. */
export function valuesInXfdf(fields: readonly Field[], values: readonly FieldValue[]): FieldValue[] {
  const ticks = new Set(fields.filter(isTick).map(({ fullName }) => fullName));
  return values.map((held) => (held.value === "" && ticks.has(held.name) ? { ...held, value: "Off" } : held));
}

/** The values of one file's fields; `fileName` becomes the reference to the PDF. */
export function encodeFieldValues(fileName: string, values: readonly Pick<FieldValue, "name" | "value">[]): string {
  const root: Node = { value: null, children: new Map() };
  for (const { name, value } of values) nodeAt(root, name.split(".")).value = value;
  const fields = [...root.children].map(([name, node]) => encodeField(name, node)).join("");
  return xfdf(`<f href="${escapeXml(fileName)}"/><fields>${fields}</fields>`);
}

/** Where a visible signature stands, as a square annotation named after its field; pages count from 0 (§6.4). */
export function encodeSignaturePlace(
  fileName: string,
  field: Pick<Field, "fullName" | "label">,
  place: Pick<Field["placements"][number], "page" | "rect">,
): string {
  const attributes = {
    page: String(place.page - 1),
    rect: place.rect.map((coordinate) => String(Math.round(coordinate * 10_000) / 10_000)).join(","),
    name: field.fullName,
    title: field.label,
    subject: "Signature",
    flags: "print,locked",
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeXml(value)}"`);
  return xfdf(`<f href="${escapeXml(fileName)}"/><annots><square ${written.join(" ")}/></annots>`);
}

/** Text for XML content and attributes; characters that XML 1.0 §2.2 cannot carry become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]/gu, (character) => (character >= "\u007f" ? character : "\ufffd"))
    .replace(/[\uFFFE\uFFFF]/g, "\ufffd")
    .replace(/[&<>"'\t\n\r]/g, (character) => references[character] ?? character);
}

// Line ends and tabs as references: a parser would turn them into spaces inside attributes (XML 1.0 §3.3.3).
const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

function xfdf(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<xfdf xmlns="${namespace}" xml:space="preserve">${content}</xfdf>`;
}

function nodeAt(root: Node, path: readonly string[]): Node {
  let node = root;
  for (const name of path) {
    const next = node.children.get(name) ?? { value: null, children: new Map() };
    node.children.set(name, next);
    node = next;
  }
  return node;
}

/** A field with everything below it. Depth is the sender's: a name may have more full stops than a stack has room. */
function encodeField(name: string, node: Node): string {
  const parts: string[] = [];
  const left: (string | readonly [name: string, node: Node])[] = [[name, node]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === "string") {
      parts.push(next);
      continue;
    }
    const [partial, { value, children }] = next;
    parts.push(`<field name="${escapeXml(partial)}">${value === null ? "" : `<value>${escapeXml(value)}</value>`}`);
    left.push("</field>");
    for (const child of [...children].reverse()) left.push(child);
  }
  return parts.join("");
}
