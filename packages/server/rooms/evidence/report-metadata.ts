/** What a report promises of itself, for programs that sort and keep files: PDF/A-2a (ISO 19005-2) and PDF/UA-1 (ISO 14289-1). */
import { calibratedSpaces } from "@siegel/kernel/forms/archival.ts";
import { pageObjects } from "./page-objects.ts";

// PDF/A takes no property that it does not know without a description of it (ISO 19005-2 §6.6.2.3), and PDF/UA's is one.
const promises = `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part of ISO 14289</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`;

/** A title as metadata can carry it: on one line, without what XML has no characters for (XML 1.0 §2.2). */
export function titleOf(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .replace(/[\uFFFE\uFFFF]/g, "\ufffd")
    .trim();
}

const references: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeXml = (text: string): string => text.replace(/[&<>]/g, (character) => references[character] ?? character);

/** Lets a document keep what it promises: its metadata say so, and its colours mean the same on every device. */
export function keepPromises(doc: PDFKit.PDFDocument): void {
  const objects = pageObjects(doc);
  const spaces = [...calibratedSpaces().entries].map(([name, space]) => {
    const reference = doc.ref(objects.entryOf(space) as object);
    reference.end(undefined);
    return [name, reference] as const;
  });
  // The types of the library know the other resources of a page, and not these.
  const spacesOf = (page: PDFKit.PDFPage): object => (page as PDFKit.PDFPage & { colorSpaces: object }).colorSpaces;
  doc.on("pageAdded", () => Object.assign(spacesOf(doc.page), Object.fromEntries(spaces)));
  const endMetadata = doc.endMetadata.bind(doc);
  doc.endMetadata = () => {
    doc.appendXML(promises);
    // pdfkit puts these into XML as they are; by now they stand in the dictionary, where nothing is escaped so.
    const { Title = "", Author = "" } = doc.info;
    doc.info = { ...doc.info, Title: escapeXml(Title), Author: escapeXml(Author) };
    endMetadata();
  };
}
