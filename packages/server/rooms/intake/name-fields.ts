/**
 * Fields that no lock could name (ISO 32000-2 §12.7.4.2): without a name, with an empty part in it, with a full stop in the name of
 * one node, or outside the form. Each gets a name before anybody signs, so that the signatures lock it with nobody's other fields.
 */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import { editForm } from "@siegel/kernel/forms/edit-form.ts";
import { rootFields } from "@siegel/kernel/forms/field-tree.ts";
import { dictionaryOf, itemsOf, type Objects, textStringOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, type PdfObject, type PdfRef, pdfText, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import { chainOf, firstOf, loneFields } from "./lone-fields.ts";

/** Whether a name has a part without a character; some readers open no file with one. */
export const hasEmptyPart = (name: string): boolean => name.split(".").includes("");

/** Names them. What is above a signer's field stays: the field is theirs by its full name, whose full stops may all stand in one node. */
export function nameFields(update: PdfUpdate, pages: readonly Page[], signers: readonly IntakeSigner[]): void {
  const nodes = nodesOf(update);
  const taken = new Set(nodes.map(({ ref }) => partialName(update, ref) ?? ""));
  const rename = (ref: PdfRef, wish: string): void => {
    let name = wish;
    for (let number = 1; name === "" || taken.has(name); number += 1) name = `${wish || "unnamed"}_${number}`;
    taken.add(name);
    update.put(ref, withEntries(dictionaryOf(update, ref), { T: pdfText(name) }));
  };
  for (const { ref, isTop, fullName } of nodes) {
    const name = partialName(update, ref);
    const isSigners = signers.some(({ reference }) => isOwnField(fullName, reference));
    const isNamed =
      name === undefined
        ? !isTop || leadsToSigner(update, ref, signers)
        : !hasEmptyPart(name) && (isSigners || !name.includes("."));
    if (!isNamed) rename(ref, (name ?? "").replaceAll(".", "_"));
  }
  for (const { ref, isKid } of loneFields(update, pages)) {
    if (!isKid) update.put(ref, byItself(update, ref));
    rename(ref, "");
    if (!isKid) editForm(update, { addTopLevel: ref });
  }
}

/**
 * What a field may have from the nodes above it: any field (§12.7.4.1 table 226), one with variable text (§12.7.4.3: DA, Q), a text
 * field (§12.7.5.3: MaxLen), and a button (§12.7.5.2.3: Opt); readers look above a choice for its options too (§12.7.5.4).
 */
const inheritable = ["FT", "Ff", "V", "DV", "DA", "Q", "MaxLen", "Opt"];

/** A field with all it has from above: no form leads there. */
function byItself(update: PdfUpdate, ref: PdfRef): PdfDict {
  const chain = chainOf(update, ref);
  const entries = Object.fromEntries(inheritable.map((key) => [key, firstOf(update, chain, key)]));
  return withEntries(dictionaryOf(update, ref), { ...entries, Parent: undefined });
}

const partialName = (objects: Objects, node: PdfObject): string | undefined =>
  textStringOf(objects, dictionaryOf(objects, node).entries.get("T"));

type Node = { readonly ref: PdfRef; readonly isTop: boolean; readonly fullName: string };

/** All nodes that are fields or lead to some, each once, whatever loops the kids make; widgets have no names. */
function nodesOf(update: PdfUpdate): Node[] {
  const found: Node[] = [];
  const seen = new Set<number>();
  const waiting = rootFields(update).map((item) => ({
    item,
    isTop: true,
    above: "",
  }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { item, isTop, above } = next;
    const node = update.resolve(item);
    if (item.kind !== "ref" || node?.kind !== "dict" || seen.has(item.num)) continue;
    seen.add(item.num);
    const fullName = [above, partialName(update, item) ?? ""].filter((part) => part !== "").join(".");
    if (isTop || node.entries.has("T")) found.push({ ref: item, isTop, fullName });
    for (const kid of itemsOf(update, node.entries.get("Kids")))
      waiting.push({ item: kid, isTop: false, above: fullName });
  }
  return found;
}

function leadsToSigner(objects: Objects, ref: PdfRef, signers: readonly IntakeSigner[]): boolean {
  return itemsOf(objects, dictionaryOf(objects, ref).entries.get("Kids")).some((kid) => {
    const name = partialName(objects, kid) ?? "";
    return signers.some(({ reference }) => name === reference || name.startsWith(`${reference}.`));
  });
}
