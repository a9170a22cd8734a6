/**
 * Goes through everything that pages, annotations and the form draw with, and mends what readers draw each in their own way
 * (mend-colours.ts): in an unsigned file in the revision that is appended; of a signed one it is only asked whether there is any.
 */

import { overprintShows } from "@siegel/kernel/one-look/overprint.ts";
import { dictionaryOf, nameOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, type PdfObject, pdfArray, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { partsDrawn } from "./active-content-streams.ts";
import { changeAnnotations } from "./change-annotations.ts";
import {
  isTranslucent,
  mendDefaults,
  mendSpace,
  mendState,
  withoutKnockout,
  withoutOverprint,
} from "./mend-colours.ts";
import { mendIntent, type Profiles, profilesOf } from "./mend-profiles.ts";

/** One object may be several things at once; it is gone through until nothing is left, and no honest file needs more. */
const passesMax = 6;

/** What seldom shows, and is mended where it does; and what is known of profiles. */
type Wanted = { readonly overprint: boolean; readonly knockout: boolean; readonly profiles: Profiles };

/**
 * Mends the pending document; answers whether there was anything.
 * @throws PdfRefusal FILE_ACTIVE_CONTENT for what cannot be mended
 */
export function drawAlike(update: PdfUpdate, pages: readonly Page[]): boolean {
  const profiles = profilesOf(update);
  const first = mendOnce(update, pages, { overprint: false, knockout: false, profiles });
  const wanted: Wanted = {
    overprint: first.overprints && overprintShows(update.doc, pages),
    knockout: first.knocksOut && first.isTranslucent,
    profiles,
  };
  if (!first.isChanged && !wanted.overprint && !wanted.knockout) return false;
  for (let passes = 1; passes < passesMax; passes += 1) if (!mendOnce(update, pages, wanted).isChanged) return true;
  throw new PdfRefusal("FILE_ACTIVE_CONTENT", "parts of pages that are something else each time they are read");
}

type Change = (object: PdfObject) => PdfObject;
type Mending = {
  readonly update: PdfUpdate;
  readonly wanted: Wanted;
  /** What was looked at, and as what. */
  readonly seen: Set<string>;
  isChanged: boolean;
  knocksOut: boolean;
  isTranslucent: boolean;
  overprints: boolean;
};

function mendOnce(update: PdfUpdate, pages: readonly Page[], wanted: Wanted): Mending {
  const mending: Mending = {
    ...{ update, wanted, seen: new Set() },
    ...{ isChanged: false, knocksOut: false, isTranslucent: false, overprints: false },
  };
  for (const { value } of partsDrawn(update, pages)) at(mending, value, "part", (part) => mendPart(mending, part));
  mendHeld(mending, pages);
  return mending;
}

/** Changes what stands behind a reference in its place, once; what is direct is answered, for whoever holds it. */
function at(mending: Mending, stored: PdfObject, as: string, change: Change): PdfObject {
  if (stored.kind !== "ref") return as === "part" ? stored : change(stored);
  const { update, seen } = mending;
  const key = `${as} ${stored.num}`;
  if (seen.has(key)) return stored;
  seen.add(key);
  const object = update.resolve(stored);
  const changed = object && change(object);
  if (changed === undefined || changed === object) return stored;
  update.put(stored, changed);
  mending.isChanged = true;
  return stored;
}

/** What stands directly in objects that are no parts themselves: pages and the nodes above them, annotations, the form. */
function mendHeld(mending: Mending, pages: readonly Page[]): void {
  const { update } = mending;
  const holders = new Set<number>();
  for (const { ref } of pages) {
    let holder: PdfObject | undefined = ref;
    while (holder?.kind === "ref" && !holders.has(holder.num)) {
      holders.add(holder.num);
      at(mending, holder, "holder", (node) => mendIntents(mending, mendEntries(mending, node, ["Resources", "Group"])));
      holder = dictionaryOf(update, holder).entries.get("Parent");
    }
  }
  const annotated = changeAnnotations(update, pages, (annotation) => {
    const mended = mendEntries(mending, annotation, ["AP", "MK"]);
    return mended.kind === "dict" ? mended : annotation;
  });
  mending.isChanged ||= annotated;
  at(mending, update.root, "catalog", (catalog) =>
    mendIntents(
      mending,
      mendEntry(catalog, "AcroForm", (stored) =>
        at(mending, stored, "form", (form) => mendEntries(mending, form, ["DR"])),
      ),
    ),
  );
}

/** Output intents of the file or of a page (ISO 32000-2 §14.11.5). */
function mendIntents(mending: Mending, holder: PdfObject): PdfObject {
  const { update, wanted } = mending;
  const each = (intents: PdfObject): PdfObject => {
    if (intents.kind !== "array") return intents;
    const items = intents.items.map((intent) =>
      at(mending, intent, "intent", (value) => mendIntent(update, value, wanted.profiles)),
    );
    return items.every((item, i) => item === intents.items[i]) ? intents : pdfArray(items);
  };
  return mendEntry(holder, "OutputIntents", (stored) => at(mending, stored, "intents", each));
}

function mendEntry(holder: PdfObject, key: string, change: Change): PdfObject {
  const stored = holder.kind === "dict" ? holder.entries.get(key) : undefined;
  if (holder.kind !== "dict" || stored === undefined) return holder;
  const changed = change(stored);
  return changed === stored ? holder : withEntries(holder, { [key]: changed });
}

function mendEntries(mending: Mending, node: PdfObject, keys: readonly string[]): PdfObject {
  if (node.kind !== "dict") return node;
  const held = keys.flatMap((key) => {
    const value = node.entries.get(key);
    return value === undefined ? [] : ([[key, value]] as const);
  });
  const picked: PdfDict = { kind: "dict", entries: new Map(held) };
  const mended = mendPart(mending, picked);
  return mended.kind !== "dict" || mended === picked ? node : withEntries(node, Object.fromEntries(mended.entries));
}

/** An object with all that stands in it directly. */
function mendPart(mending: Mending, part: PdfObject): PdfObject {
  if (part.kind === "array") {
    const items = part.items.map((item) => mendPart(mending, item));
    const array = items.every((item, i) => item === part.items[i]) ? part : pdfArray(items);
    return mendSpace(mending.update, array, mending.wanted.profiles);
  }
  if (part.kind === "dict")
    return mendDict(
      mending,
      eachOf(part, (value) => mendPart(mending, value)),
    );
  if (part.kind !== "stream") return part;
  const dict = mendPart(mending, part.dict);
  return dict === part.dict || dict.kind !== "dict" ? part : { ...part, dict };
}

/** The same dictionary where no value is changed. */
function eachOf(dict: PdfDict, change: Change): PdfDict {
  const changes: [string, PdfObject][] = [];
  for (const [key, value] of dict.entries) {
    const changed = change(value);
    if (changed !== value) changes.push([key, changed]);
  }
  return changes.length === 0 ? dict : withEntries(dict, Object.fromEntries(changes));
}

function mendDict(mending: Mending, dict: PdfDict): PdfDict {
  const { update, wanted } = mending;
  let mended = dict;
  const change = (key: string, as: string, rule: (value: PdfDict) => PdfDict): void => {
    const stored = mended.entries.get(key);
    if (stored === undefined) return;
    const changed = at(mending, stored, as, (value) => (value.kind === "dict" ? rule(value) : value));
    if (changed !== stored) mended = withEntries(mended, { [key]: changed });
  };
  const ofState = (state: PdfDict): PdfDict => {
    mending.isTranslucent ||= isTranslucent(update, state);
    const plain = mendState(update, state);
    const flat = withoutOverprint(update, plain);
    mending.overprints ||= flat !== plain;
    return wanted.overprint ? flat : plain;
  };
  // Resources have states by name, a pattern has one.
  if (dict.entries.has("PatternType")) change("ExtGState", "state", ofState);
  change("ExtGState", "states", (states) =>
    eachOf(states, (state) => at(mending, state, "state", (value) => (value.kind === "dict" ? ofState(value) : value))),
  );
  change("ColorSpace", "spaces", (spaces) => mendDefaults(update, spaces, wanted.profiles));
  if (nameOf(update, dictionaryOf(update, dict.entries.get("Group")).entries.get("S")) === "Transparency")
    change("Group", "group", (group) => {
      const plain = withoutKnockout(update, group);
      mending.knocksOut ||= plain !== group;
      return wanted.knockout ? plain : group;
    });
  return mended;
}
