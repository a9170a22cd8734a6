/**
 * Which actions (ISO 32000-2 §12.6) may stay in a document: those that only move within it, and a web address behind a link
 * that a person clicks. Everything else goes, whether this standard knows it or not.
 */
import { dictionaryOf, itemsOf, nameOf, type Objects } from "@siegel/kernel/pdf/access.ts";
import { type PdfDict, type PdfObject, withEntries } from "@siegel/kernel/pdf/objects.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";

/** Where actions stand in a dictionary: the entries with one each, and whether a person clicks there: a click may open a web address. */
export type ActionPlace = { readonly keys: readonly string[]; readonly clicked: boolean; readonly addresses: boolean };

type Reach = Omit<ActionPlace, "keys">;

const byItself: Reach = { clicked: false, addresses: false };
const chainMax = 100;
// Without a scheme an address is relative; two slashes or backslashes would make it a file on another computer.
const openable = /^(?:https?:|mailto:|tel:|(?![a-z][a-z0-9+.-]*:|[\\/]{2}))/i;

/** The same dictionary when nothing in it acts; additional actions (/AA) go as a whole if any of them does. */
export function withoutActions(all: Objects, dict: PdfDict, { keys, ...place }: ActionPlace): PdfDict {
  const objects = withoutLoops(all);
  const gone = keys.filter((key) => acts(objects, dict.entries.get(key), place));
  // Additional actions need no click: a page that opens or a pointer that passes is enough.
  const events = [...dictionaryOf(objects, dict.entries.get("AA")).entries.values()];
  if (events.some((action) => acts(objects, action, byItself))) gone.push("AA");
  return gone.length === 0 ? dict : withEntries(dict, Object.fromEntries(gone.map((key) => [key, undefined])));
}

/** What a reference that leads to itself stands for: an action of no kind that may stay. */
const endless: PdfDict = { kind: "dict", entries: new Map([["S", { kind: "name", value: "" }]]) };

const withoutLoops = (objects: Objects): Objects => ({
  ...objects,
  resolve: (value) => {
    try {
      return objects.resolve(value);
    } catch (fault) {
      if (fault instanceof PdfRefusal && fault.code === "FILE_BROKEN") return endless;
      throw fault;
    }
  },
});

/** Whether an action, or one that follows it by /Next, does more than it may. A chain without end counts as one that does. */
function acts(objects: Objects, action: PdfObject | undefined, place: Reach): boolean {
  const waiting = [action];
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen === chainMax) return true;
    const found = objects.resolve(waiting.pop());
    // A destination, by array or name, where an action could stand.
    if (found?.kind !== "dict" && found?.kind !== "stream") continue;
    const dict = dictionaryOf(objects, found);
    if (!isHarmless(objects, dict, place)) return true;
    const next = dict.entries.get("Next");
    const following = itemsOf(objects, next);
    waiting.push(...(following.length > 0 ? following.slice(0, chainMax) : [next]));
  }
  return false;
}

function isHarmless(objects: Objects, action: PdfDict, { clicked, addresses }: Reach): boolean {
  const type = nameOf(objects, action.entries.get("S"));
  if (type === "URI") return addresses && isOpenable(objects, action.entries.get("URI"));
  // By itself nothing may happen but going to a page: /Named prints, or leaves full screen, too.
  return type === "GoTo" || (clicked && type === "Named");
}

/** Whether an address, or the base of relative ones (§12.6.4.8), is for a browser or a mail program and runs nothing. */
export function isOpenable(objects: Objects, address: PdfObject | undefined): boolean {
  const found = objects.resolve(address);
  if (found?.kind !== "string") return false;
  // Readers skip control characters and blanks inside a scheme.
  return openable.test(Buffer.from(found.bytes.filter((byte) => byte > 0x20)).toString("latin1"));
}
