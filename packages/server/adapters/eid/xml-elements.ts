/** Reads XML that others wrote: strictly, and child by child. */
import { DOMParser, type Document, type Element } from "@xmldom/xmldom";

/** Text that is no XML, or not the XML that was expected. */
export class XmlFault extends Error {
  override readonly name = "XmlFault";
}

/** A document without a type declaration, so without entities of its own. Whatever the parser only warns of is a fault too. @throws XmlFault */
export function parseXml(text: string): Document {
  // Before parsing: nothing is expanded or fetched even if the parser knew how to. No text of ours holds these words.
  if (/<!(doctype|entity)/i.test(text)) throw new XmlFault("a document type or an entity");
  const document = documentOf(text);
  // The parser's own words would repeat what it read, and so perhaps a name.
  if (document === null) throw new XmlFault("not well-formed");
  return document;
}

function documentOf(text: string): Document | null {
  const refuse = (): never => {
    throw new XmlFault("not well-formed");
  };
  try {
    return new DOMParser({ onError: refuse }).parseFromString(text, "text/xml");
  } catch {
    return null;
  }
}

/** Its child elements, in order. */
export function childrenOf(parent: Document | Element): Element[] {
  return Array.from(parent.childNodes).filter(isElement);
}

/** All elements below it and itself, in order. */
export function elementsOf(document: Document): Element[] {
  return Array.from(document.getElementsByTagName("*"));
}

/** Whether it is this element of this namespace. */
export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.namespaceURI === namespace && element.localName === name;
}

/** The one child of that name; null: there is none. Servers differ in whether children are qualified. @throws XmlFault for several */
export function childOf(parent: Element, name: string): Element | null {
  const [child = null, second] = childrenOf(parent).filter(({ localName }) => localName === name);
  if (second !== undefined) throw new XmlFault(`several ${name}`);
  return child;
}

/** The text of an element without elements in it, without blanks around it; null: no element, or nothing in it. @throws XmlFault */
export function textOf(element: Element | null): string | null {
  if (element === null) return null;
  if (childrenOf(element).length > 0) throw new XmlFault(`${element.localName} holds elements`);
  const text = (element.textContent ?? "").trim();
  return text === "" ? null : text;
}

function isElement(node: { readonly nodeType: number }): node is Element {
  return node.nodeType === 1;
}
