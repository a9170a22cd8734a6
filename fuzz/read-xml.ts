/** A strict reader of the little XML that XFDF needs (XML 1.0 §3): elements, attributes, character data, references. */

/** An element with its own text; the text of its children is theirs. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
};

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const token = /<\?xml [^?]*\?>\s*|<\/([\w:]+)>|<([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>|([^<]+)/uy;
// XML 1.0 §2.2, production 2.
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** The root element. @throws Error for what is not well formed */
export function readXml(text: string): XmlElement {
  if (notXml.test(text)) throw new Error("a character that XML has not");
  const top: XmlElement = { name: "", attributes: new Map(), children: [], text: "" };
  const open = [top];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw new Error(`not well formed at ${at}: ${text.slice(at, at + 40)}`);
    take(match, open);
  }
  const [root] = top.children;
  if (open.length !== 1 || root === undefined || top.children.length !== 1) throw new Error("not one element");
  return root;
}

function take([, closing, opening, attributes = "", empty, data]: RegExpExecArray, open: XmlElement[]): void {
  const parent = open.at(-1);
  if (parent === undefined) throw new Error("an end without a beginning");
  if (data !== undefined) parent.text += unescaped(data);
  if (closing !== undefined && open.pop()?.name !== closing) throw new Error(`</${closing}> closes another element`);
  if (opening === undefined) return;
  const element = { name: opening, attributes: attributesOf(attributes), children: [], text: "" };
  parent.children.push(element);
  if (empty === "") open.push(element);
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const pairs = [...text.matchAll(/ ([\w:]+)="([^"<]*)"/gu)].map(
    ([, name = "", value = ""]) => [name, unescaped(value)] as const,
  );
  const found = new Map(pairs);
  if (found.size !== pairs.length) throw new Error("an attribute twice");
  return found;
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));|&/g, (reference, code?: string, name?: string) => {
    const character = code === undefined ? named[name ?? ""] : String.fromCodePoint(Number(code));
    if (character === undefined) throw new Error(`${reference} is no reference`);
    return character;
  });
}
