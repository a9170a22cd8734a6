/** Writes TwiML, the XML that says what happens in a call (Twilio "TwiML for Programmable Voice"). */
import type { Language } from "@siegel/contract/limits.ts";

/** Twilio's voices: a European one for each language. */
const voices = {
  de: { language: "de-DE", voice: "Polly.Vicki" },
  en: { language: "en-GB", voice: "Polly.Amy" },
} as const satisfies Record<Language, { language: string; voice: string }>;

/** A piece of well-formed TwiML. */
export type Twiml = string & { readonly __brand: "Twiml" };

/** An element; attribute values are escaped here, children are TwiML already. */
export function twimlElement(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Twiml[]
): Twiml {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join("")}${children.length === 0 ? "/>" : `>${children.join("")}</${name}>`}` as Twiml;
}

/** Text that is read out in the voice of a language. */
export function twimlSay(language: Language, text: string): Twiml {
  return twimlElement("Say", voices[language], escaped(text));
}

/** Characters read out one by one, where the voice can (Polly voices can). */
export function twimlSpellOut(language: Language, before: string, characters: string): Twiml {
  return twimlElement(
    "Say",
    voices[language],
    escaped(before),
    twimlElement("say-as", { "interpret-as": "characters" }, escaped(characters)),
  );
}

/** The whole document. */
export function twimlResponse(...verbs: readonly Twiml[]): Twiml {
  return `<?xml version="1.0" encoding="UTF-8"?>${twimlElement("Response", {}, ...verbs)}` as Twiml;
}

function escaped(text: string): Twiml {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`) as Twiml;
}
