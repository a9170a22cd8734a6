/** The words a code travels with: a text of one SMS (160 septets of GSM-7, 3GPP TS 23.038 §6.2.1) and what a call says. */
import type { Language } from "@siegel/contract/limits.ts";
import { otp_expires_s } from "@siegel/contract/limits.ts";
import type { CodeMessage } from "../../ports/code-transport.ts";

/** Septets of one message that needs no concatenation. */
export const septetsMax = 160;

// TS 23.038 §6.2.1, the default alphabet without its control characters, and §6.2.1.1, the extension table (two septets each).
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const extended = new Set("^{}\\[~]|€");

/** Length in septets, or null when a character is outside GSM-7 (the message would be sent as UCS-2, 70 a piece). */
export function septets(text: string): number | null {
  let count = 0;
  for (const character of text) {
    if (basic.has(character)) count += 1;
    else if (extended.has(character)) count += 2;
    else return null;
  }
  return count;
}

/** The nearest text in GSM-7: accents that it lacks fall away, what has no letter in it becomes a space. */
export function foldToGsm7(text: string): string {
  const folded = Array.from(text.normalize("NFC"), (character) => {
    if (septets(character) !== null) return character;
    const plain = substitutes[character] ?? character.normalize("NFKD").replace(/\p{M}/gu, "");
    return septets(plain) === null ? " " : plain;
  });
  return folded.join("").replace(/\s+/g, " ").trim();
}

const substitutes: Readonly<Record<string, string>> = {
  "„": '"',
  "“": '"',
  "”": '"',
  "«": '"',
  "»": '"',
  "‘": "'",
  "’": "'",
  "‚": "'",
  "–": "-",
  "—": "-",
  "‐": "-",
  "‑": "-",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ı: "i",
  ẞ: "SS",
  œ: "oe",
  Œ: "OE",
  þ: "th",
  Þ: "Th",
  ð: "d",
  Ð: "D",
};

/** What a message must say. `host` is the web's host name, for the browser that fills the code in (WebOTP). */
export type CodeWords = {
  readonly language: Language;
  readonly provider: string;
  readonly reference: string;
  readonly otp: string;
  readonly host: string;
};

const minutes = otp_expires_s / 60;

const sentences = {
  de: {
    code: (w: CodeWords) => `Ihr Code ist ${w.otp}. Kennung ${w.reference}, gültig ${minutes} Minuten.`,
    advice: " Geben Sie ihn nicht weiter.",
    introduction: (provider: string) =>
      `Guten Tag. Hier ist ${provider} mit Ihrem Code zur Freigabe. Zum Anhören drücken Sie bitte die Eins.`,
  },
  en: {
    code: (w: CodeWords) => `Your code is ${w.otp}. Reference ${w.reference}, valid for ${minutes} minutes.`,
    advice: " Do not share it.",
    introduction: (provider: string) =>
      `Hello. This is ${provider} with your approval code. To hear it, please press one.`,
  },
} as const satisfies Record<Language, unknown>;

const providerCharsMin = 12;

/** The text message: what fits of provider, code with reference, advice and the WebOTP line, never more than one SMS. */
export function codeText(words: CodeWords): string {
  const { code, advice } = sentences[words.language];
  // WICG "Origin-bound one-time codes delivered via SMS" §3: the last line, beginning with @.
  const bound = `\n@${words.host} #${words.otp}`;
  const provider = foldToGsm7(words.provider);
  const short = provider.slice(0, providerCharsMin).trim();
  const said = code(words);
  const wishes = [
    `${provider}: ${said}${advice}${bound}`,
    `${provider}: ${said}${bound}`,
    `${short}: ${said}${bound}`,
    `${provider}: ${said}`,
    `${short}: ${said}`,
  ];
  return wishes.find((text) => (septets(text) ?? Number.POSITIVE_INFINITY) <= septetsMax) ?? said;
}

/** What a call says; the voice callback speaks reference and digits one by one after a key was pressed. */
export function spokenWords(words: Omit<CodeWords, "host">): CodeMessage["spoken"] {
  return {
    introduction: sentences[words.language].introduction(words.provider),
    reference: words.reference,
    digits: words.otp,
  };
}
