/** Reads Twilio's callbacks, which are believed only with a right X-Twilio-Signature (Twilio "Security"), and speaks the code. */
import { createHmac } from "node:crypto";
import type { Language } from "@siegel/contract/limits.ts";
import { isSameMac } from "@siegel/kernel/mac/server-secret.ts";
import type { CodeHooks, ProviderRequest, SpokenCode } from "../../ports/code-hooks.ts";
import type { DeliveryStatus } from "../../ports/code-transport.ts";
import { type Twiml, twimlElement, twimlResponse, twimlSay, twimlSpellOut } from "./twilio-twiml.ts";

/** `authToken` is the account's, also where requests use an API key; `publicUrl` is the configured address, never the Host header. */
export type TwilioHookSettings = { readonly authToken: string; readonly publicUrl: string };

/** How often the digits are said. */
const repetitions = 3;

const sentences = {
  de: { reference: "Kennung ", code: "Ihr Code lautet:", again: "Ich wiederhole.", bye: "Auf Wiederhören." },
  en: { reference: "Reference ", code: "Your code is:", again: "I repeat.", bye: "Goodbye." },
} as const satisfies Record<Language, Record<"reference" | "code" | "again" | "bye", string>>;

/** Twilio's states of a message (`MessageStatus`) and a call (`CallStatus`); the others say nothing about arrival. */
const stateOf: Readonly<Record<string, DeliveryStatus["state"]>> = {
  sent: "sent",
  delivered: "delivered",
  undelivered: "undelivered",
  failed: "failed",
  canceled: "failed",
  ringing: "sent",
  "in-progress": "delivered",
  completed: "delivered",
  busy: "undelivered",
  "no-answer": "undelivered",
};

/** The callbacks of the account of `settings`. */
export function twilioHooks(settings: TwilioHookSettings): CodeHooks {
  return {
    isGenuine: (request) => isGenuine(settings, request),
    deliveryStatus,
    spokenAnswer: (code) => ({
      contentType: "text/xml; charset=utf-8",
      body: code === null ? codeIsGone() : spoken(code),
    }),
  };
}

function isGenuine(settings: TwilioHookSettings, request: ProviderRequest): boolean {
  const given = Buffer.from(request.signature ?? "", "base64");
  return signedAddresses(new URL(request.pathAndQuery, settings.publicUrl)).some((address) => {
    const expected = createHmac("sha1", settings.authToken)
      .update(address + signedForm(request.form), "utf8")
      .digest();
    return isSameMac(given, expected);
  });
}

/** Twilio signs the address with or without its default port, depending on the product. */
function signedAddresses(url: URL): string[] {
  const plain = url.toString();
  if (url.port !== "") return [plain];
  return [plain, plain.replace(url.host, `${url.host}:${url.protocol === "https:" ? 443 : 80}`)];
}

/** Every parameter as name and value, sorted by name; the values of a repeated one sorted and each once. */
function signedForm(form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort();
  return names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value)).join("");
}

function deliveryStatus(form: URLSearchParams): DeliveryStatus | null {
  const providerReference = form.get("MessageSid") ?? form.get("CallSid");
  const state = stateOf[form.get("MessageStatus") ?? form.get("CallStatus") ?? ""];
  if (providerReference === null || state === undefined) return null;
  const providerCode = form.get("ErrorCode");
  return { providerReference, state, ...(providerCode === null ? {} : { providerCode }) };
}

/** One `<Say>` a digit with a pause after it: understood whatever the voice makes of numbers. */
function spoken({ language, reference, digits }: SpokenCode): string {
  const words = sentences[language];
  const pause = twimlElement("Pause", { length: "1" });
  const once = (opening: Twiml): Twiml[] => [
    opening,
    pause,
    ...[...digits].flatMap((digit) => [twimlSay(language, digit), pause]),
  ];
  const first = [twimlSpellOut(language, words.reference, reference), pause, ...once(twimlSay(language, words.code))];
  const repeated = Array.from({ length: repetitions - 1 }, () => once(twimlSay(language, words.again))).flat();
  return twimlResponse(...first, ...repeated, twimlSay(language, words.bye), twimlElement("Hangup"));
}

/** Nothing is known about a code that is gone, so both languages say it. */
function codeIsGone(): string {
  return twimlResponse(
    twimlSay("de", "Dieser Code gilt nicht mehr. Fordern Sie auf der Seite einen neuen an."),
    twimlSay("en", "This code is no longer valid. Ask for a new one on the page."),
    twimlElement("Hangup"),
  );
}
