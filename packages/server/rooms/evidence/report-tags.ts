/**
 * The structure of a report (ISO 32000-1 §14.7, §14.8): what is a heading, a table, a cell, so that a screen reader and a
 * program read it in the order it is meant in. Whatever is drawn is content of an element or an artifact (ISO 14289-1 §7.1).
 */

/** What an element is (ISO 32000-1 §14.8.4). */
export type Tag =
  | "Document"
  | "H1"
  | "H2"
  | "H3"
  | "H4"
  | "P"
  | "L"
  | "LI"
  | "LBody"
  | "Table"
  | "TR"
  | "TH"
  | "TD"
  | "Figure";

type Marked = { readonly page: PDFKit.PDFKitReference; readonly mcid: number };

/** An element of the structure. What it holds stands in the order of reading. */
export type Element = { readonly tag: Tag; readonly kids: Array<Element | Marked>; readonly figure: Figure | null };

/** What a picture shows, for readers who do not see it, and its place: left, bottom, right, top on the page in points. */
export type Figure = { readonly alt: string; readonly box: readonly [number, number, number, number] };

/** The structure of one document. */
export type Tags = {
  readonly root: Element;
  /** Marks as content of `element` what `draw` draws on the open page; `draw` must not begin a new page. */
  readonly mark: <T>(element: Element, draw: () => T) => T;
  /** Leaves out of the structure what `draw` draws: it repeats what stands elsewhere. */
  readonly leaveOut: <T>(draw: () => T) => T;
  /** Writes the structure; nothing is marked after it. */
  readonly write: () => void;
};

/** The last thing in `parent` from now on. */
export function addElement(parent: Element, tag: Tag, figure: Figure | null = null): Element {
  const element = { tag, kids: [], figure };
  parent.kids.push(element);
  return element;
}

/** A document with nothing in it. pdfkit says that it is tagged; its own elements are larger, and have no headings of columns in their types. */
export function openTags(doc: PDFKit.PDFDocument): Tags {
  const root: Element = { tag: "Document", kids: [], figure: null };
  /** By page what each of its marks belongs to. */
  const pages = new Map<PDFKit.PDFKitReference, Element[]>();
  const within = <T>(operator: string, draw: () => T): T => {
    doc.addContent(operator);
    const drawn = draw();
    doc.addContent("EMC");
    return drawn;
  };
  return {
    root,
    mark: (element, draw) => {
      const page = doc.page.dictionary;
      const marks = pages.get(page) ?? [];
      pages.set(page, marks);
      const mcid = marks.push(element) - 1;
      element.kids.push({ page, mcid });
      return within(`/${element.tag} <</MCID ${mcid}>> BDC`, draw);
    },
    leaveOut: (draw) => within("/Artifact BMC", draw),
    write: () => writeTree(doc, root, [...pages]),
  };
}

type Numbered = ReadonlyArray<readonly [PDFKit.PDFKitReference, readonly Element[]]>;

function writeTree(doc: PDFKit.PDFDocument, root: Element, pages: Numbered): void {
  const treeRoot = doc.getStructTreeRoot();
  const references = new Map<Element, PDFKit.PDFKitReference>();
  const writeElement = (element: Element, parent: PDFKit.PDFKitReference): PDFKit.PDFKitReference => {
    const reference = doc.ref({});
    references.set(element, reference);
    const page = firstPage(element);
    const kids = element.kids.map((kid) => ("tag" in kid ? writeElement(kid, reference) : numberOf(kid, page)));
    const attributes = attributesOf(element);
    const K = kids.length > 1 ? kids : kids[0];
    Object.assign(reference.data, { S: element.tag, P: parent, Pg: page, ...attributes, K });
    reference.end(undefined);
    return reference;
  };
  const document = writeElement(root, treeRoot);
  const parents = pages.flatMap(([page, marks], i) => {
    Object.assign(page.data, { StructParents: i });
    return [i, marks.map((element) => references.get(element))];
  });
  Object.assign(treeRoot.data, { K: document, ParentTree: { Nums: parents }, ParentTreeNextKey: pages.length });
}

function attributesOf({ tag, figure }: Element): object {
  // Every heading cell stands above its column (ISO 32000-1 §14.8.5.7).
  if (tag === "TH") return { A: { O: "Table", Scope: "Column" } };
  // pdfkit writes a String object as text, and a plain one as a name.
  return figure === null
    ? {}
    : { Alt: new String(figure.alt), A: { O: "Layout", Placement: "Block", BBox: [...figure.box] } };
}

const firstPage = ({ kids }: Element): PDFKit.PDFKitReference | undefined => kids.find((kid) => "page" in kid)?.page;

/** The number of a mark alone, or with its page where that is not the element's (ISO 32000-1 §14.7.4.2). */
function numberOf({ page, mcid }: Marked, pageOfElement: PDFKit.PDFKitReference | undefined): unknown {
  return page === pageOfElement ? mcid : { Type: "MCR", Pg: page, MCID: mcid };
}
