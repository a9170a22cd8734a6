/** Codes by text message and call over Twilio's REST API of 2010-04-01. A code is never in an address and never in a call's TwiML. */
import type { Language } from "@siegel/contract/limits.ts";
import { z } from "zod";
import {
  type CodeMessage,
  type CodeTransport,
  CodeTransportFailed,
  type CodeTransportFailure,
} from "../../ports/code-transport.ts";
import { AnswerTooLarge, readLimited } from "../bounded-fetch.ts";
import { twimlElement, twimlResponse, twimlSay } from "./twilio-twiml.ts";

/** Where Twilio is and who we are there. */
export type TwilioSettings = {
  /** `https://api.twilio.com`, or the sandbox. */
  readonly baseUrl: string;
  readonly accountSid: string;
  /** Basic auth: the account's sid and token, or an API key's sid and secret. */
  readonly username: string;
  readonly password: string;
  /** E.164 number that texts and calls come from. */
  readonly from: string;
  /** Our public address, for callbacks. */
  readonly publicUrl: string;
  /** Limit for one answer, in milliseconds. */
  readonly timeoutMs?: number;
};

const default_timeout_ms = 5_000;
/** A text that is older than this is not delivered any more: the code lives 300 s, and typing takes time. */
const text_validity_s = 240;
/** Theirs have some 1,500 bytes. */
const answer_bytes_max = 65_536;
/** Waits before a text is sent again after no answer came at all. */
const retry_waits_ms = [300, 1_200] as const;
/** A phone rings this long. */
const ring_s = 25;

const resource = z.object({ sid: z.string().min(1), status: z.string() });
const refusal = z.object({ code: z.number(), message: z.string() });

/** Twilio "Error and Warning Dictionary": what each refusal means for the signer. */
const failureOfCode: Readonly<Record<number, CodeTransportFailure>> = {
  20003: "auth",
  20429: "throttled",
  21211: "invalid_number",
  21215: "blocked",
  21408: "blocked",
  21610: "blocked",
  21612: "unreachable",
  21614: "unreachable",
};

/** Sends codes through the account of `settings`. */
export function twilioCodes(settings: TwilioSettings): CodeTransport {
  return {
    sendText: (message) => withRetries(() => create(settings, "Messages", textForm(settings, message))),
    // Never again by itself: a second call would ring the phone twice.
    call: (message) => create(settings, "Calls", callForm(settings, message)),
  };
}

function textForm(settings: TwilioSettings, message: CodeMessage): URLSearchParams {
  return new URLSearchParams({
    To: message.to,
    From: settings.from,
    Body: message.text,
    ValidityPeriod: String(Math.min(text_validity_s, message.validitySeconds)),
    StatusCallback: callback(settings, "status", message.attemptId),
  });
}

function callForm(settings: TwilioSettings, message: CodeMessage): URLSearchParams {
  const form = new URLSearchParams({
    To: message.to,
    From: settings.from,
    Twiml: gate(message.language, message.spoken.introduction, callback(settings, "voice", message.attemptId)),
    StatusCallback: callback(settings, "status", message.attemptId),
    Timeout: String(ring_s),
  });
  for (const event of ["initiated", "ringing", "answered", "completed"]) form.append("StatusCallbackEvent", event);
  return form;
}

/** A key press stands before the code, so that no voicemail records it. */
function gate(language: Language, introduction: string, action: string): string {
  const gather = twimlElement("Gather", { numDigits: "1", timeout: "6", action }, twimlSay(language, introduction));
  return twimlResponse(gather, twimlElement("Hangup"));
}

function callback(settings: TwilioSettings, hook: "status" | "voice", attemptId: string): string {
  const url = new URL(`/api/hooks/twilio/${hook}`, settings.publicUrl);
  url.searchParams.set("attempt", attemptId);
  return url.toString();
}

/** No answer came: the one case in which a text may be sent again (the same code twice is harmless). */
class NoAnswer extends CodeTransportFailed {
  constructor(message: string, options: { cause: unknown }) {
    super("unavailable", message, options.cause);
  }
}

async function withRetries<T>(send: () => Promise<T>): Promise<T> {
  for (const wait of retry_waits_ms) {
    try {
      return await send();
    } catch (fault) {
      if (!(fault instanceof NoAnswer)) throw fault;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return send();
}

async function create(
  settings: TwilioSettings,
  collection: "Messages" | "Calls",
  form: URLSearchParams,
): Promise<{ providerReference: string }> {
  const url = new URL(`/2010-04-01/Accounts/${settings.accountSid}/${collection}.json`, settings.baseUrl);
  const { status, body } = await post(url, settings, form);
  const made = resource.safeParse(body);
  if (status === 201 && made.success) return { providerReference: made.data.sid };
  const refused = refusal.safeParse(body);
  const kind = (refused.success ? failureOfCode[refused.data.code] : undefined) ?? failureOfStatus(status);
  // Twilio's sentence quotes the number; its code says as much.
  const reason = refused.success ? `code ${refused.data.code}` : "not an answer of Twilio's API";
  throw new CodeTransportFailed(kind, `Twilio ${collection}: HTTP ${status}, ${reason}`);
}

async function post(
  url: URL,
  settings: TwilioSettings,
  form: URLSearchParams,
): Promise<{ status: number; body: unknown }> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${settings.username}:${settings.password}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
      },
      body: form.toString(),
      redirect: "error",
      signal: AbortSignal.timeout(settings.timeoutMs ?? default_timeout_ms),
    });
    return { status: answer.status, body: await bodyOf(answer) };
  } catch (cause) {
    throw new NoAnswer("Twilio did not answer", { cause });
  }
}

/** The JSON of an answer, or undefined: a proxy's page is no answer of Twilio's, nor is one without end. */
async function bodyOf(answer: Response): Promise<unknown> {
  try {
    return JSON.parse(Buffer.from(await readLimited(answer, answer_bytes_max)).toString());
  } catch (fault) {
    if (fault instanceof SyntaxError || fault instanceof AnswerTooLarge) return undefined;
    throw fault;
  }
}

function failureOfStatus(status: number): CodeTransportFailure {
  if (status === 401 || status === 403) return "auth";
  return status === 429 ? "throttled" : "unavailable";
}
