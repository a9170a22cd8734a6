/** What is wrong with a request by its schema, as sentences: one for each field, with its path, what is wrong and what to do, in the language asked for. */
import type { Language } from "@siegel/contract/limits.ts";
import type { Said } from "@siegel/contract/said.ts";
import { storableLine } from "@siegel/contract/text.ts";
import { valueFaults } from "@siegel/contract/value-faults.ts";
import type { z } from "zod";

/** A request that its schema does not take. `issues` hold what was sent (zod's `reportInput`). */
export class InvalidRequest extends Error {
  override readonly name = "InvalidRequest";
  readonly statusCode = 400;
  readonly issues: readonly z.core.$ZodIssue[];
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super("the request does not fit its schema");
    this.issues = issues;
  }
}

/** For fastify: checks a part of a request by its zod schema. */
export function checkBySchema({ schema }: { readonly schema: z.ZodType }) {
  return (sent: unknown): { value: unknown } | { error: InvalidRequest } => {
    const checked = schema.safeParse(sent, { reportInput: true });
    if (!checked.success) return { error: new InvalidRequest(checked.error.issues) };
    const path = pathOfNul(checked.data);
    return path === null ? { value: checked.data } : { error: new InvalidRequest([nulAt(path)]) };
  };
}

const nulAt = (path: PropertyKey[]): z.core.$ZodIssue => ({
  code: "custom",
  path,
  message: valueFaults.noText.en,
  input: undefined,
});

/** Where U+0000 stands, the last place; null: nowhere. No column of the database takes it, whatever a schema lets through. */
function pathOfNul(value: unknown): PropertyKey[] | null {
  const left: { readonly value: unknown; readonly path: PropertyKey[] }[] = [{ value, path: [] }];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const { value: looked, path } = one;
    if (typeof looked === "string" && looked.includes("\0")) return path;
    if (typeof looked !== "object" || looked === null || ArrayBuffer.isView(looked)) continue;
    for (const [name, inner] of Object.entries(looked)) {
      if (name.includes("\0")) return path;
      left.push({ value: inner, path: [...path, name] });
    }
  }
  return null;
}

const sentence_chars_max = 300;
const sentences_max = 50;

/** No more sentences than somebody reads; the last one says how many are left out. */
export function fewSentences(sentences: readonly string[], language: Language): readonly string[] {
  const left = sentences.length - sentences_max;
  if (left <= 0) return sentences;
  const more = { en: `${left} more are not shown.`, de: `${left} weitere werden nicht gezeigt.` };
  return [...sentences.slice(0, sentences_max), more[language]];
}

/** A sentence for each issue, and for each unknown field; empty ones behind the first fifty, which are counted and never shown. */
export function saidIssues(issues: readonly z.core.$ZodIssue[], language: Language): string[] {
  const said: string[] = [];
  // A request may have any number of them, and each sentence takes its time.
  const say = (path: readonly PropertyKey[], what: () => Said) =>
    said.push(said.length < sentences_max ? line(path, what(), language) : "");
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") for (const key of issue.keys) say([...issue.path, key], () => unknownField);
    else say(issue.path, () => saidOf(issue));
  }
  return said;
}

function line(path: readonly PropertyKey[], said: Said, language: Language): string {
  const start = path.length === 0 ? "" : `${path.map(String).join(".")}: `;
  return storableLine(start + said[language], sentence_chars_max);
}

const unknownField: Said = {
  en: "there is no such field; leave it out, or check its spelling",
  de: "dieses Feld gibt es nicht; lassen Sie es weg oder prüfen Sie die Schreibweise",
};
const noBody: Said = {
  en: "The request has no body. Send JSON, with Content-Type: application/json.",
  de: "Die Anfrage hat keinen Inhalt. Senden Sie JSON, mit Content-Type: application/json.",
};
const unfit: Said = {
  en: "this does not fit; compare it with /api/docs",
  de: "das passt hier nicht; vergleichen Sie es mit /api/docs",
};

/** Our own sentences, by the English one that a schema carries. */
const ours: ReadonlyMap<string, Said> = new Map(Object.values(valueFaults).map((said) => [said.en, said]));

function saidOf(issue: z.core.$ZodIssue): Said {
  const own = ours.get(issue.message);
  if (own !== undefined) return own;
  const isMissing = issue.input === undefined || (issue.path.length === 0 && issue.input === null);
  if (issue.code === "invalid_type") return isMissing ? missing(issue) : ofOtherKind(issue);
  if (issue.code === "invalid_value") return oneOf(issue.values, isMissing);
  if (issue.code === "too_small") return tooSmall(issue);
  if (issue.code === "too_big") return tooBig(issue);
  return (issue.code === "invalid_format" && formats[issue.format]) || unfit;
}

const formats: Readonly<Record<string, Said>> = {
  email: {
    en: "this is no e-mail address; write it like name@example.org",
    de: "das ist keine E-Mail-Adresse; schreiben Sie sie wie name@example.org",
  },
  datetime: {
    en: "this is no moment with an offset; write it like 2027-03-31T23:59:00+02:00",
    de: "das ist kein Zeitpunkt mit Abstand zu UTC; schreiben Sie ihn wie 2027-03-31T23:59:00+02:00",
  },
};

/** What zod calls a kind of value: as it is asked for, and as what stands there. */
const kinds: Readonly<Record<string, { readonly en: string; readonly de: string; readonly stands: string }>> = {
  string: { en: "a text", de: "einen Text", stands: "ein Text" },
  number: { en: "a number", de: "eine Zahl", stands: "eine Zahl" },
  int: { en: "a whole number", de: "eine ganze Zahl", stands: "eine ganze Zahl" },
  boolean: { en: "true or false", de: "true oder false", stands: "true oder false" },
  array: { en: "a list", de: "eine Liste", stands: "eine Liste" },
  tuple: { en: "a list", de: "eine Liste", stands: "eine Liste" },
  object: { en: "an object", de: "ein Objekt", stands: "ein Objekt" },
  null: { en: "null", de: "null", stands: "null" },
};
const anyKind = { en: "a value", de: "einen Wert", stands: "ein anderer Wert" };

function missing({ path, expected }: z.core.$ZodIssueInvalidType): Said {
  if (path.length === 0) return noBody;
  const { en, de } = kinds[expected] ?? anyKind;
  return { en: `is missing; give ${en}`, de: `fehlt; geben Sie ${de} an` };
}

function ofOtherKind({ expected, input }: z.core.$ZodIssueInvalidType): Said {
  const { en, de } = kinds[expected] ?? anyKind;
  const found = kinds[input === null ? "null" : Array.isArray(input) ? "array" : typeof input] ?? anyKind;
  return { en: `this is ${found.en}; give ${en}`, de: `hier steht ${found.stands}; geben Sie ${de} an` };
}

function oneOf(values: readonly unknown[], isMissing: boolean): Said {
  const list = values.map((value) => JSON.stringify(value)).join(", ");
  const [en, de] = values.length === 1 ? ["give", "geben Sie"] : ["give one of", "geben Sie einen dieser Werte an:"];
  const said = { en: `${en} ${list}`, de: values.length === 1 ? `${de} ${list} an` : `${de} ${list}` };
  return isMissing
    ? { en: `is missing; ${said.en}`, de: `fehlt; ${said.de}` }
    : { en: `this value does not exist here; ${said.en}`, de: `diesen Wert gibt es hier nicht; ${said.de}` };
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Said {
  if (origin === "string")
    return { en: `give at least ${minimum} characters`, de: `geben Sie mindestens ${minimum} Zeichen an` };
  if (origin === "array")
    return { en: `give at least ${entries(minimum).en}`, de: `geben Sie mindestens ${entries(minimum).de} an` };
  return inclusive === false
    ? { en: `give more than ${minimum}`, de: `geben Sie mehr als ${minimum} an` }
    : { en: `give at least ${minimum}`, de: `geben Sie mindestens ${minimum} an` };
}

const entries = (count: number | bigint): Said =>
  count === 1 ? { en: "1 entry", de: "1 Eintrag" } : { en: `${count} entries`, de: `${count} Einträge` };

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): Said {
  if (origin === "string")
    return { en: `give at most ${maximum} characters`, de: `geben Sie höchstens ${maximum} Zeichen an` };
  if (origin === "array")
    return { en: `give at most ${entries(maximum).en}`, de: `geben Sie höchstens ${entries(maximum).de} an` };
  return { en: `give at most ${maximum}`, de: `geben Sie höchstens ${maximum} an` };
}
