/** XFDF (ISO 19444-1): whatever names and values a form has, what is written is XML and holds them. */
import { encodeFieldValues, encodeSignaturePlace } from "../../packages/server/rooms/documents/xfdf.ts";
import { mutateJson } from "../mutate/mutate-json.ts";
import { readJson } from "../mutate/read-json.ts";
import { readXml, type XmlElement } from "../read-xml.ts";
import { mustHold, type Target } from "../target.ts";

type Form = {
  readonly fileName: string;
  readonly values: readonly { readonly name: string; readonly value: string }[];
};

const seeds: readonly Form[] = [
  { fileName: "a&b.pdf", values: [] },
  {
    fileName: "Vertrag.pdf",
    values: [
      { name: "s1.name", value: "Käthe" },
      { name: "s1.address.street", value: "<1 & 2>\n\t" },
      { name: "s1.address", value: "both a node and a leaf" },
      { name: "", value: "" },
    ],
  },
];

/** Target `xfdf`: a JSON text of a form. */
export const xfdf: Target = {
  name: "xfdf",
  seeds: seeds.map((form) => Buffer.from(JSON.stringify(form))),
  mutate: mutateJson,
  run: (input) => {
    const form = readForm(input);
    if (form === null) return false;
    judge(form);
    return true;
  },
};

/** The form of a JSON text, or null when it is none. */
function readForm(input: Uint8Array): Form | null {
  const value = readJson(input);
  if (typeof value !== "object" || value === null) return null;
  const { fileName, values } = value as Partial<Record<keyof Form, unknown>>;
  if (typeof fileName !== "string" || !Array.isArray(values)) return null;
  const isField = (one: unknown): one is Form["values"][number] =>
    typeof one === "object" &&
    one !== null &&
    "name" in one &&
    "value" in one &&
    typeof one.name === "string" &&
    typeof one.value === "string";
  return values.every(isField) ? { fileName, values } : null;
}

function judge({ fileName, values }: Form): void {
  const root = readXml(encodeFieldValues(fileName, values));
  const written = valuesBelow(root.children.find(({ name }) => name === "fields"));
  const wanted = new Map(values.map(({ name, value }) => [carried(name), carried(value)]));
  // Names that differ in nothing XML can carry are one name to its reader; intake takes no such names.
  if (wanted.size < new Set(values.map(({ name }) => name)).size) return;
  for (const [name, value] of wanted) mustHold(written.get(name) === value, "every value is found under its name");
  mustHold(written.size === wanted.size, "no value is written that nobody gave");
  mustHold(
    root.children.find(({ name }) => name === "f")?.attributes.get("href") === carried(fileName),
    "the file keeps its name",
  );
  const place = { page: 1, rect: [0, 1e21, -0.5, 1e-9] as const };
  readXml(encodeSignaturePlace(fileName, { fullName: fileName, label: fileName }, place));
}

/** The values below an element with their full names; without recursion, since names may have any number of parts. */
function valuesBelow(top: XmlElement | undefined): Map<string, string> {
  const found = new Map<string, string>();
  const left: { readonly element: XmlElement; readonly path: readonly string[] }[] = [];
  for (const element of top?.children ?? []) left.push({ element, path: [] });
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { element, path } = next;
    if (element.name === "value") found.set(path.join("."), element.text);
    const below = [...path, element.attributes.get("name") ?? ""];
    for (const child of element.children) left.push({ element: child, path: below });
  }
  return found;
}

/** What XML 1.0 §2.2 can carry of a text. */
function carried(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\t\n\r\u007f-\u009f]|[\uFFFE\uFFFF]/gu, "\ufffd");
}
