/**
 * The one file that knows how a video provider names things. The defaults are ours for Nect, which publishes no reference, and what the
 * sandbox speaks; SIEGEL_VIDEO_MAPPING_FILE replaces parts of them (docs/operations/running.md).
 */
import {
  type IdentityDocumentKind,
  identificationFaults,
  identityDocumentKinds,
} from "@siegel/contract/identification.ts";
import { z } from "zod";

/** A part of a JSON answer (RFC 6901). Names with `/` or `~` are not needed, so there are no escapes. */
const pointer = z.string().regex(/^(\/[^/~]+)+$/, "a JSON pointer such as /person/last_name");
/** What a provider may leave out; null: it never says it. */
const optional = pointer.nullable();
const path = z.string().regex(/^\/[^?#\s]*$/, "a path such as /v1/cases");
const header = z.string().regex(/^[A-Za-z0-9-]+$/, "a header's name");
const constant = z.union([z.string(), z.number(), z.boolean()], "a text, a number, true or false");

const word = "one of Siegel's words: ";
const states = ["pending", "review", "succeeded", "failed", "cancelled", "expired"] as const;
/** What a provider may say against a person or a document; the rest is ours to find out. */
const reasons = identificationFaults.slice(0, 4);
const oneOf = <Word extends string>(words: readonly Word[]) => z.enum(words, word + words.join(", "));

const mapping = z.strictObject({
  /** `{key}` stands for SIEGEL_VIDEO_API_KEY. */
  auth: z
    .strictObject({
      header: header.default("authorization"),
      value: z
        .string()
        .regex(/^[\x20-\x7e]*\{key\}[\x20-\x7e]*$/, "a header's value with {key} in it")
        .default("Bearer {key}"),
    })
    .prefault({}),
  /** How a case is begun: POST, and where each thing stands in its body and in the answer. */
  create: z
    .strictObject({
      path: path.default("/v1/cases"),
      reference: pointer.default("/reference"),
      firstName: pointer.default("/person/first_name"),
      lastName: pointer.default("/person/last_name"),
      language: pointer.default("/language"),
      returnUrl: pointer.default("/return_url"),
      webhookUrl: pointer.default("/webhook_url"),
      /** What else a provider wants to be told, the same in every case: pointer and value. */
      constants: z.record(pointer, constant).default({}),
      languages: z.strictObject({ de: z.string(), en: z.string() }).default({ de: "de", en: "en" }),
      answer: z.strictObject({ uuid: pointer.default("/uuid"), url: pointer.default("/url") }).prefault({}),
    })
    .prefault({}),
  /** How its result is asked for: GET, and where each thing stands in the answer. */
  result: z
    .strictObject({
      path: path.includes("{uuid}", "a path with {uuid} in it").default("/v1/cases/{uuid}"),
      uuid: pointer.default("/uuid"),
      state: pointer.default("/state"),
      reason: optional.default("/reason"),
      firstNames: pointer.default("/person/first_names"),
      lastName: pointer.default("/person/last_name"),
      birthName: optional.default("/person/birth_name"),
      birthdate: optional.default("/person/birthdate"),
      nationality: optional.default("/person/nationality"),
      document: pointer.default("/document/type"),
      documentNumber: optional.default("/document/number"),
      documentValidUntil: optional.default("/document/valid_until"),
      country: pointer.default("/document/country"),
    })
    .prefault({}),
  /** The provider's words for how a case stands. A word that is missing here is never taken for a yes. */
  states: z.record(z.string(), oneOf(states)).default({
    created: "pending",
    running: "pending",
    review: "review",
    approved: "succeeded",
    rejected: "failed",
    cancelled: "cancelled",
    expired: "expired",
  }),
  /** Its words for why it rejected somebody; others mean NOT_RECOGNISED. */
  reasons: z.record(z.string(), oneOf(reasons)).default({
    document_expired: "DOCUMENT_EXPIRED",
    document_blocked: "DOCUMENT_BLOCKED",
    document_not_accepted: "DOCUMENT_NOT_ACCEPTED",
    not_recognised: "NOT_RECOGNISED",
  }),
  /** Its words for the documents that we rely on; others are not accepted. */
  documents: z
    .record(z.string(), oneOf(identityDocumentKinds))
    .default(
      Object.fromEntries(identityDocumentKinds.map((kind) => [kind, kind])) as Record<string, IdentityDocumentKind>,
    ),
  /** Webhooks: `t=<unix seconds>,v1=<hex>` stands in `signature`. */
  hook: z
    .strictObject({
      signature: header.default("X-Signature"),
      eventId: header.default("X-Event-Id"),
      uuid: pointer.default("/uuid"),
    })
    .prefault({}),
});
/** A provider's names for things. */
export type VideoMapping = z.infer<typeof mapping>;

/** The mapping of the defaults. */
export const nectMapping: VideoMapping = mapping.parse({});

/** A mapping that cannot be used; one line for each part, which it names. */
export class VideoMappingFault extends Error {
  override readonly name = "VideoMappingFault";
}

/** Reads a mapping file: what it leaves out is as by default, and its lists of words replace ours as a whole. @throws VideoMappingFault */
export function parseVideoMapping(text: string): VideoMapping {
  const parsed = mapping.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new VideoMappingFault(
      parsed.error.issues.map(({ path, message }) => `${path.join(".") || "the file"}: ${message}`).join("\n"),
    );
  const { create } = parsed.data;
  const written = [...bodyPointers(create).values(), ...Object.keys(create.constants)];
  const hidden = written.find((one, at) =>
    written.some((other, place) => place !== at && `${one}/`.startsWith(`${other}/`)),
  );
  if (hidden !== undefined)
    throw new VideoMappingFault(`create: ${hidden} is named twice, or stands within something that is named too`);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new VideoMappingFault("the file: not JSON", { cause });
  }
}

const ordered = ["reference", "firstName", "lastName", "language", "returnUrl", "webhookUrl"] as const;
const bodyPointers = (create: VideoMapping["create"]) => new Map(ordered.map((name) => [name, create[name]]));

/** The body with which a case is begun. */
export function bodyOf(
  { create }: VideoMapping,
  order: Readonly<Record<Exclude<(typeof ordered)[number], "language">, string>> & { readonly language: "de" | "en" },
): object {
  const said = new Map<string, unknown>(Object.entries(create.constants));
  for (const [name, place] of bodyPointers(create))
    said.set(place, name === "language" ? create.languages[order.language] : order[name]);
  return objectOf([...said].map(([place, value]) => [place.split("/").slice(1), value] as const));
}

/** Each value under its names; none of them stands within another (`parseVideoMapping`). */
function objectOf(values: readonly (readonly [readonly string[], unknown])[]): object {
  const names = [...new Set(values.map(([[name = ""]]) => name))];
  return Object.fromEntries(
    names.map((name) => {
      const within = values.filter(([[first]]) => first === name);
      const [only] = within;
      return only !== undefined && only[0].length === 1
        ? [name, only[1]]
        : [name, objectOf(within.map(([[, ...rest], value]) => [rest, value] as const))];
    }),
  );
}

/** What stands at a pointer of an answer; undefined: nothing. */
export function valueAt(answer: unknown, place: string | null): unknown {
  if (place === null) return undefined;
  let value = answer;
  for (const name of place.split("/").slice(1)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}
