// Assigns a sender's prepared fields to their signer: `reference.name` becomes `<signer id>.name` (ISO 32000-2 §12.7.4.2).
// A lock on the signer id then covers exactly the fields below that node (§12.8.2.4).
import { catalogOf, dictionaryOf, itemsOf, textStringOf } from "../pdf/access.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import { type PdfObject, type PdfRef, pdfArray, pdfDict, pdfText, withEntries } from "../pdf/objects.ts";
import { broken, PdfRefusal } from "../pdf/refusal.ts";
import { editForm } from "./edit-form.ts";
import { formOf, rootFields } from "./field-tree.ts";

/** Renames everything below `from` to be below `to`, in trees (`from` with kids) and in flat names (`from.name`); the full stop belongs to the comparison. Returns how many top-level fields moved. */
export function renameFieldPrefix(
  update: PdfUpdate,
  { from, to }: { readonly from: string; readonly to: string },
): number {
  let moved = 0;
  for (const field of rootFields(update)) {
    if (field.kind === "null") continue; // what is not there is no field
    if (field.kind !== "ref") throw broken("a form field is not an indirect object");
    const dict = dictionaryOf(update, field);
    const name = textStringOf(update, dict.entries.get("T")) ?? "";
    const hasNamedKids = itemsOf(update, dict.entries.get("Kids")).some((kid) =>
      dictionaryOf(update, kid).entries.has("T"),
    );
    if (name === from && hasNamedKids) moveTree(update, field, to);
    else if (name.startsWith(`${from}.`)) attach(update, field, [to, ...name.slice(from.length + 1).split(".")]);
    else continue;
    moved += 1;
  }
  return moved;
}

function moveTree(update: PdfUpdate, tree: PdfRef, to: string): void {
  const existing = findChild(update, rootFields(update), to);
  const dict = dictionaryOf(update, tree);
  if (existing === undefined) {
    update.put(tree, withEntries(dict, { T: pdfText(to) }));
    return;
  }
  // Two trees for one signer: the later one's fields move under the first, with what they would have inherited.
  const inheritable = ["FT", "Ff", "DA", "Q", "MaxLen"].map((key) => [key, dict.entries.get(key)] as const);
  for (const kid of itemsOf(update, dict.entries.get("Kids"))) {
    if (kid.kind === "null") continue;
    if (kid.kind !== "ref") throw broken("a form field is not an indirect object");
    const own = dictionaryOf(update, kid);
    update.put(
      kid,
      withEntries(own, {
        ...Object.fromEntries(inheritable.filter(([key]) => !own.entries.has(key))),
        Parent: existing,
      }),
    );
    appendKid(update, existing, kid);
  }
  removeTopLevel(update, tree);
}

/** Hangs `field` into the tree under `path`, whose last part becomes its partial name; nodes on the way are made. */
function attach(update: PdfUpdate, field: PdfRef, path: readonly string[]): void {
  requireFree(update, path);
  removeTopLevel(update, field);
  const parent = ensureNode(update, path.slice(0, -1));
  update.put(field, withEntries(dictionaryOf(update, field), { T: pdfText(path.at(-1) ?? ""), Parent: parent }));
  appendKid(update, parent, field);
}

/**
 * A field on the way would be none any more, and what hangs below it would hold its value (§12.7.4.1).
 * @throws PdfRefusal FIELD_VALUE_INVALID
 */
function requireFree(update: PdfUpdate, path: readonly string[]): void {
  let siblings = rootFields(update);
  for (const [i, part] of path.entries()) {
    const node = findChild(update, siblings, part);
    if (node === undefined) return;
    siblings = itemsOf(update, dictionaryOf(update, node).entries.get("Kids"));
    const isNode = siblings.some((kid) => dictionaryOf(update, kid).entries.has("T"));
    const isLast = i === path.length - 1;
    if (isNode === isLast) throw nameGoesOn(path.slice(1, i + 1).join("."));
  }
}

/** The refusal of a name that is a field's and the beginning of another's. */
export function nameGoesOn(name: string): PdfRefusal {
  return new PdfRefusal("FIELD_VALUE_INVALID", `a field is called ${name}, and another one's name goes on behind it`);
}

/** The non-terminal node at `path`, made where it is missing. */
export function ensureNode(update: PdfUpdate, path: readonly string[]): PdfRef {
  let parent: PdfRef | undefined;
  for (const part of path) {
    const siblings =
      parent === undefined ? rootFields(update) : itemsOf(update, dictionaryOf(update, parent).entries.get("Kids"));
    const found = findChild(update, siblings, part);
    const node: PdfRef = found ?? update.add(pdfDict({ T: pdfText(part), Parent: parent, Kids: pdfArray([]) }));
    if (found === undefined && parent === undefined) editForm(update, { addTopLevel: node });
    else if (found === undefined && parent !== undefined) appendKid(update, parent, node);
    parent = node;
  }
  if (parent === undefined) throw broken("a field needs a name");
  return parent;
}

function findChild(update: PdfUpdate, siblings: readonly PdfObject[], partial: string): PdfRef | undefined {
  const found = siblings.find((kid) => textStringOf(update, dictionaryOf(update, kid).entries.get("T")) === partial);
  return found?.kind === "ref" ? found : undefined;
}

/** Adds `kid` to the kids of `parent`. */
export function appendKid(update: PdfUpdate, parent: PdfRef, kid: PdfRef): void {
  const dict = dictionaryOf(update, parent);
  update.put(parent, withEntries(dict, { Kids: pdfArray([...itemsOf(update, dict.entries.get("Kids")), kid]) }));
}

/** Leaves what hangs below another field out of the form's list of roots. Only for unsigned files. */
export function listRootsOnce(update: PdfUpdate): void {
  const roots = rootFields(update);
  if (roots.length < itemsOf(update, formOf(update).entries.get("Fields")).length) putRoots(update, roots);
}

function removeTopLevel(update: PdfUpdate, field: PdfRef): void {
  const fields = itemsOf(update, formOf(update).entries.get("Fields"));
  putRoots(
    update,
    fields.filter((item) => !(item.kind === "ref" && item.num === field.num)),
  );
}

function putRoots(update: PdfUpdate, fields: readonly PdfObject[]): void {
  const stored = catalogOf(update).entries.get("AcroForm");
  const form = withEntries(formOf(update), { Fields: pdfArray([...fields]) });
  if (stored?.kind === "ref") update.put(stored, form);
  else update.put(update.root, withEntries(catalogOf(update), { AcroForm: form }));
}
