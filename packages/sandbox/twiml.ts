/** Reads TwiML, the XML that describes a call (Twilio "TwiML for Programmable Voice"). */

/** An element of the document. */
export type TwimlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (TwimlElement | string)[];
};

/** Twilio's error 12100: the document cannot be read. */
export class TwimlBroken extends Error {
  override readonly name = "TwimlBroken";
}

const depth_max = 10;
const token =
  /<\?xml[^?]*\?>|<!--[\s\S]*?-->|<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

type Open = { name: string; attributes: Record<string, string>; children: (TwimlElement | string)[] };

/** The verbs inside `<Response>`. @throws TwimlBroken */
export function parseTwiml(xml: string): readonly TwimlElement[] {
  const root: Open = { name: "", attributes: {}, children: [] };
  const open: Open[] = [root];
  token.lastIndex = 0;
  while (token.lastIndex < xml.length) {
    const found = token.exec(xml);
    if (found === null) throw new TwimlBroken("not well-formed");
    take(found, open);
  }
  if (open.length !== 1) throw new TwimlBroken("an element is not closed");
  const elements = root.children.filter((child) => typeof child !== "string" || child.trim() !== "");
  const [response] = elements;
  if (elements.length !== 1 || response === undefined || typeof response === "string" || response.name !== "Response")
    throw new TwimlBroken("the root element is not <Response>");
  return response.children.filter((child) => typeof child !== "string");
}

/** All text inside an element, as it is spoken. */
export function spokenText(element: TwimlElement): string {
  return element.children.map((child) => (typeof child === "string" ? child : spokenText(child))).join("");
}

function take(found: RegExpExecArray, open: Open[]): void {
  const [whole, closing, name, attributes, selfClosing, text] = found;
  const current = open.at(-1);
  if (current === undefined) throw new TwimlBroken("an element is closed twice");
  if (text !== undefined) current.children.push(decoded(text));
  else if (name === undefined) return;
  else if (closing === "/") close(name, open);
  else {
    const element: Open = { name, attributes: attributesOf(attributes ?? ""), children: [] };
    current.children.push(element);
    if (selfClosing !== "/") open.push(element);
    if (open.length > depth_max) throw new TwimlBroken(`nested too deeply at ${whole}`);
  }
}

function close(name: string, open: Open[]): void {
  const closed = open.pop();
  if (closed === undefined || open.length === 0 || closed.name !== name)
    throw new TwimlBroken(`</${name}> closes nothing`);
}

function attributesOf(source: string): Record<string, string> {
  return Object.fromEntries(
    [...source.matchAll(attribute)].map((found) => [found[1], decoded(found[2] ?? found[3] ?? "")]),
  );
}

function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);|&/gi, (whole, name: string | undefined) => {
    if (name === undefined) throw new TwimlBroken("a bare & is no XML");
    if (name.startsWith("#")) return String.fromCodePoint(Number(name.replace("#x", "0x").replace("#", "")));
    const character = entities[name];
    if (character === undefined) throw new TwimlBroken(`unknown entity ${whole}`);
    return character;
  });
}
