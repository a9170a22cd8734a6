/**
 * Colours by ICC profiles (ISO 32000-2 §8.6.5.5) and output intents (§14.11.5): pdf.js takes /Alternate, or the device's colours, and
 * leaves the profile out, which others follow. A profile that shows about the same stays, another goes.
 */
import { createHash } from "node:crypto";
import { componentsOf, isPlainProfile, profile_bytes_max } from "@siegel/kernel/icc/plain-profile.ts";
import { dictionaryOf, itemsOf, nameOf, numberOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfArray, type PdfObject, pdfName, withEntries } from "@siegel/kernel/pdf/objects.ts";
import { PdfRefusal, tooComplex, unlessBroken } from "@siegel/kernel/pdf/refusal.ts";

/** Octets of all profiles of a file that are looked at: some of printing, or five thousand of screens; a second and a half. */
const octetsMax = 16_777_216;
/** What each counts for beside its own, and what part of its own one counts for that is the same as another. */
const [octetsEach, partOfSame] = [256, 1 / 8];

/** The profiles of a file. */
export type Profiles = {
  /** Whether readers that follow one show about what others do; without `components` by those that the profile is for. */
  readonly isPlain: (profile: PdfObject | undefined, components?: number) => boolean;
};

/** Looks at each profile once, and once at those that are the same. @throws PdfRefusal FILE_TOO_COMPLEX for too many */
export function profilesOf({ doc, resolve }: PdfUpdate): Profiles {
  const verdicts = new Map<string, boolean>();
  const remembered = (key: string, judge: () => boolean): boolean => {
    const verdict = verdicts.get(key) ?? judge();
    verdicts.set(key, verdict);
    return verdict;
  };
  let octetsSeen = 0;
  const look = (profile: PdfObject, wanted: number | undefined): boolean => {
    const stream = resolve(profile);
    if (stream?.kind !== "stream" || stream.stored().size > profile_bytes_max) return false;
    const octets = doc.decodeStream(stream);
    const components = wanted ?? componentsOf(octets);
    const key = `${createHash("sha256").update(octets).digest("hex")} ${components}`;
    octetsSeen += octetsEach + octets.length * (verdicts.has(key) ? partOfSame : 1);
    if (octetsSeen > octetsMax) throw tooComplex("ever other colour profiles");
    return remembered(key, () => components !== undefined && isPlainProfile(octets, components));
  };
  return {
    isPlain: (profile, components) => {
      if (profile?.kind !== "ref") return false;
      const key = `${profile.num} ${profile.gen} of ${components}`;
      return remembered(key, () => unlessBroken(() => look(profile, components)) ?? false);
    },
  };
}

const devices: Readonly<Record<number, string>> = { 1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK" };
const deviceNames = new Set(Object.values(devices));

/**
 * A colour space of a profile, or what pdf.js shows for it where others show something else.
 * @throws PdfRefusal FILE_ACTIVE_CONTENT for one without a profile, or for other numbers than those of grey, screens and print
 */
export function mendProfile(update: PdfUpdate, space: PdfArray, profiles: Profiles): PdfObject {
  const profile = space.items[1];
  const { entries } = dictionaryOf(update, profile);
  const components = numberOf(update, entries.get("N"));
  const device = devices[components ?? 0];
  if (components === undefined || device === undefined || update.resolve(profile)?.kind !== "stream")
    throw new PdfRefusal("FILE_ACTIVE_CONTENT", "colours of a profile that readers take for others each");
  const alternate = alternateOf(update, entries.get("Alternate"), components);
  const isUsual = alternate === undefined || /^Cal/.test(familyOf(update, alternate) ?? "");
  if (isUsual && hasUsualRange(update, entries.get("Range")) && profiles.isPlain(profile, components)) return space;
  return alternate ?? pdfName(device);
}

const familyOf = (update: PdfUpdate, space: PdfObject): string | undefined =>
  nameOf(update, space) ?? nameOf(update, itemsOf(update, space)[0]);

/** What pdf.js shows instead: another space than the device's, of as many components; undefined where it shows the device's. */
function alternateOf(update: PdfUpdate, stored: PdfObject | undefined, components: number): PdfObject | undefined {
  const found = update.resolve(stored);
  if (found === undefined || found.kind === "null") return undefined;
  const family = familyOf(update, found) ?? "";
  // One of another number is left out by all.
  if (deviceNames.has(family)) return undefined;
  const second = itemsOf(update, found)[1];
  const own: Readonly<Record<string, number | undefined>> = {
    ...{ CalGray: 1, CalRGB: 3, Lab: 3, Separation: 1, DeviceN: itemsOf(update, second).length },
    ICCBased: numberOf(update, dictionaryOf(update, second).entries.get("N")),
  };
  if (found.kind !== "array" || own[family] === undefined)
    throw new PdfRefusal("FILE_ACTIVE_CONTENT", `colours that stand for those of a profile (${family})`);
  return own[family] === components ? stored : undefined;
}

/** Each component from nothing to all: others than these are cut off by some readers (table 65). */
const hasUsualRange = (update: PdfUpdate, range: PdfObject | undefined): boolean =>
  itemsOf(update, range).every((item, i) => numberOf(update, item) === i % 2);

/** An output intent without a profile that is followed for colours of the device by some readers and is another. */
export function mendIntent(update: PdfUpdate, intent: PdfObject, profiles: Profiles): PdfObject {
  const profile = intent.kind === "dict" ? intent.entries.get("DestOutputProfile") : undefined;
  if (intent.kind !== "dict" || update.resolve(profile) === undefined || profiles.isPlain(profile)) return intent;
  return withEntries(intent, { DestOutputProfile: undefined });
}
