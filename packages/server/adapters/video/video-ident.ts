/**
 * Identification by video at the provider of SIEGEL_VIDEO_URL. What a browser or a webhook says only makes us ask: the result is fetched
 * from the provider over a connection of ours (decisions.md §7). Names of things are in `mapping.ts`.
 */
import { createHash, createHmac } from "node:crypto";
import type { IdentificationFault } from "@siegel/contract/identification.ts";
import { isSameMac } from "@siegel/kernel/mac/server-secret.ts";
import { z } from "zod";
import type { Clock } from "../../ports/clock.ts";
import type { ProvenIdentity, ProviderAnswer } from "../../ports/proven-identity.ts";
import type { VideoHook, VideoIdentProvider } from "../../ports/video-ident.ts";
import { fetchBytes } from "../bounded-fetch.ts";
import { countryField, documentNumber, isPast, knownDay, personName, wholeDay } from "../identity-fields.ts";
import { bodyOf, nectMapping, type VideoMapping, valueAt } from "./mapping.ts";

/** Where the provider is and who we are there; `timeoutMs` is the tests' to change. */
export type VideoSettings = {
  /** Without a slash at the end. */
  readonly url: string;
  readonly apiKey: string;
  /** The one of now, and for a change the one before. */
  readonly webhookSecrets: readonly string[];
  readonly clock: Clock;
  readonly mapping?: VideoMapping;
  readonly timeoutMs?: number;
};

const default_timeout_ms = 8_000;
const answer_bytes_max = 262_144;
/** A webhook's clock and ours differ by so much at most, and it is under way for so long. */
const hook_tolerance_s = 300;

/** A case at the provider: also a part of a path, so neither `.` nor `/`. */
const caseId = z.string().regex(/^[A-Za-z0-9_-]{1,200}$/, "no name of a case");
const eventId = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** The provider of `settings`. */
export function videoIdent(settings: VideoSettings): VideoIdentProvider {
  const mapping = settings.mapping ?? nectMapping;
  return {
    name: new URL(settings.url).host,
    begin: async (order) => {
      try {
        const body = Buffer.from(JSON.stringify(bodyOf(mapping, order)));
        const { said } = await ask(settings, mapping, { path: mapping.create.path, body });
        const { uuid, url } = mapping.create.answer;
        return {
          kind: "begun",
          uuid: caseId.parse(valueAt(said, uuid)),
          url: pageOf(settings).parse(valueAt(said, url)),
        };
      } catch (cause) {
        return { kind: "away", cause };
      }
    },
    readHook: (body, headers, now) => readHook({ ...settings, mapping }, { body, headers, now }),
    result: async (uuid) => {
      try {
        const path = mapping.result.path.replaceAll("{uuid}", caseId.parse(uuid));
        const { said, bytes } = await ask(settings, mapping, { path, body: null });
        if (valueAt(said, mapping.result.uuid) !== uuid) throw new Error("the answer is about another case");
        return answerFrom(mapping, said, { evidence: bytes, now: settings.clock.now() });
      } catch (cause) {
        return { state: "away", cause };
      }
    },
  };
}

/** A page of theirs: without TLS only where they are themselves without it, as in development. */
const pageOf = ({ url }: VideoSettings) => z.url({ protocol: url.startsWith("http://") ? /^https?$/ : /^https$/ });

/** Asks once. @throws where no answer came, or none that is JSON */
async function ask(
  settings: VideoSettings,
  { auth }: VideoMapping,
  { path, body }: { readonly path: string; readonly body: Uint8Array | null },
): Promise<{ readonly said: unknown; readonly bytes: Uint8Array }> {
  const bytes = await fetchBytes({
    url: settings.url + path,
    headers: { [auth.header]: auth.value.replaceAll("{key}", () => settings.apiKey) },
    accept: "application/json",
    timeoutMs: settings.timeoutMs ?? default_timeout_ms,
    bytesMax: answer_bytes_max,
    ...(body === null ? { method: "GET" } : { method: "POST", body, contentType: "application/json" }),
  });
  const said = jsonOf(bytes);
  // The parser's own words would repeat a piece of the answer, and so perhaps a name.
  if (said === undefined) throw new Error("the provider's answer is not JSON");
  return { said, bytes };
}

/** What an answer means. @throws where it holds a word that we do not know, or says yes without saying to whom; never with words of the answer */
function answerFrom(
  mapping: VideoMapping,
  said: unknown,
  { evidence, now }: { readonly evidence: Uint8Array; readonly now: Date },
): ProviderAnswer {
  const failed = (why: IdentificationFault): ProviderAnswer => ({ state: "failed", why, evidence });
  const state = wordOf(mapping.states, valueAt(said, mapping.result.state));
  if (state === undefined) throw new Error("the provider says a state that is not known");
  if (state === "failed")
    return failed(wordOf(mapping.reasons, valueAt(said, mapping.result.reason)) ?? "NOT_RECOGNISED");
  if (state !== "succeeded") return { state };
  const identity = identityFrom(mapping, said);
  if (identity === null) return failed("DOCUMENT_NOT_ACCEPTED");
  return isPast(identity.document.validUntil, now) ? failed("DOCUMENT_EXPIRED") : { state, identity, evidence };
}

const wordOf = <Word>(words: Readonly<Record<string, Word>>, word: unknown): Word | undefined =>
  typeof word === "string" && Object.hasOwn(words, word) ? words[word] : undefined;

/**
 * Who they say it is; null: with a document that we do not rely on. A film is looked at by a program: substantial, and no more.
 * @throws where it does not hold
 */
function identityFrom({ result, documents }: VideoMapping, said: unknown): ProvenIdentity | null {
  const read = <Value>(field: z.ZodType<Value>, place: string): Value => field.parse(valueAt(said, place));
  const readAny = <Value>(field: z.ZodType<Value>, place: string | null): Value | null => {
    const value = valueAt(said, place);
    return value === undefined || value === null || value === "" ? null : field.parse(value);
  };
  const kind = wordOf(documents, read(z.string(), result.document));
  const country = read(countryField, result.country);
  if (kind === undefined || country === null) return null;
  return {
    firstNames: read(personName, result.firstNames),
    lastName: read(personName, result.lastName),
    birthName: readAny(personName, result.birthName),
    birthdate: readAny(knownDay, result.birthdate),
    nationality: readAny(countryField, result.nationality),
    document: {
      kind,
      number: readAny(documentNumber, result.documentNumber),
      validUntil: readAny(wholeDay, result.documentValidUntil),
      country,
    },
    level: "substantial",
  };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** `X-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256(secret, t + "." + body)>`, of the body's bytes; v1 may be there twice. */
function readHook(
  { webhookSecrets, mapping: { hook } }: VideoSettings & { readonly mapping: VideoMapping },
  { body, headers, now }: { readonly body: Uint8Array; readonly headers: Headers; readonly now: Date },
): VideoHook | null {
  const signed = signatureFrom(headerOf(headers, hook.signature));
  if (signed === null) return null;
  if (Math.abs(now.getTime() / 1_000 - Number(signed.time)) > hook_tolerance_s) return null;
  const isTheirs = webhookSecrets.some((secret) => {
    const expected = createHmac("sha256", secret).update(`${signed.time}.`).update(body).digest();
    return signed.macs.some((mac) => isSameMac(mac, expected));
  });
  if (!isTheirs) return null;
  const uuid = caseId.safeParse(valueAt(jsonOf(body), hook.uuid));
  const event = eventId.safeParse(headerOf(headers, hook.eventId));
  // Without a name of its own an event is known by what it says.
  return uuid.success
    ? { uuid: uuid.data, eventId: event.data ?? createHash("sha256").update(body).digest("hex") }
    : null;
}

function signatureFrom(header: string | null): { readonly time: string; readonly macs: readonly Uint8Array[] } | null {
  const parts = (header ?? "").split(",").map((part) => part.trim());
  const time = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? []);
  const macs = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/i.exec(part)?.[1] ?? []);
  const [first] = time;
  return first === undefined || time.length > 1
    ? null
    : { time: first, macs: macs.map((mac) => Buffer.from(mac, "hex")) };
}

function headerOf(headers: Headers, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return typeof value === "string" ? value : null;
}

/** Undefined: no JSON. */
function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}
