/** XML as the sandbox's eID-Server and client read and write it. */
import { DOMParser, type Element } from "@xmldom/xmldom";

/** Text that is no XML, or not the XML that was expected. */
export class XmlFault extends Error {
  override readonly name = "XmlFault";
}

/** The root of a document without a type declaration. @throws XmlFault */
export function parseRoot(text: string): Element {
  if (/<!doctype/i.test(text)) throw new XmlFault("a document type");
  const refuse = (level: string, message: string): never => {
    throw new XmlFault(`${level}: ${message}`);
  };
  try {
    const root = new DOMParser({ onError: refuse }).parseFromString(text, "text/xml").documentElement;
    if (root !== null) return root;
  } catch (cause) {
    throw new XmlFault("not well-formed", { cause });
  }
  throw new XmlFault("no element");
}

/** All elements of that name below one, in order, whatever their prefix; `*`: of every name. */
export function allNamed(parent: Element, name: string): readonly Element[] {
  return Array.from(parent.getElementsByTagNameNS("*", name));
}

/** The text of the first element of that name below one; empty: there is none. */
export function textNamed(parent: Element, name: string): string {
  return (allNamed(parent, name)[0]?.textContent ?? "").trim();
}

/** Text as it stands in an element or attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
