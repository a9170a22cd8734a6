/**
 * Twilio's error codes for texts and calls, and the phone numbers that cause each of them here.
 * Codes, texts and statuses: Twilio "Error and Warning Dictionary"; the numbers are this sandbox's own.
 */

/** Body of a refusal by Twilio. */
export type TwilioError = {
  readonly code: number;
  readonly message: string;
  readonly more_info: string;
  readonly status: number;
};

const refusals = {
  20003: { status: 401, message: "Authenticate" },
  20429: { status: 429, message: "Too Many Requests" },
  20404: { status: 404, message: "The requested resource was not found" },
  21201: { status: 400, message: "No 'To' number specified" },
  21211: { status: 400, message: "The 'To' number is not a valid phone number." },
  21213: { status: 400, message: "A 'From' phone number is required." },
  21408: {
    status: 400,
    message: "Permission to send an SMS has not been enabled for the region indicated by the 'To' number",
  },
  21215: { status: 400, message: "Account not authorized to call the number. Geographic permissions are not enabled." },
  21602: { status: 400, message: "Message body is required." },
  21604: { status: 400, message: "A 'To' phone number is required." },
  21603: { status: 400, message: "A 'From' phone number is required." },
  21205: { status: 400, message: "Url parameter is required" },
  21609: { status: 400, message: "The 'StatusCallback' URL is not a valid URL." },
  21610: { status: 400, message: "Attempt to send to unsubscribed recipient" },
  21612: { status: 400, message: "The 'To' phone number is not currently reachable via SMS or MMS" },
  21614: { status: 400, message: "'To' number is not a valid mobile number" },
  21617: { status: 400, message: "The concatenated message body exceeds the 1600 character limit" },
  12100: { status: 400, message: "Document parse failure" },
} as const satisfies Record<number, { status: number; message: string }>;

/** A code with which Twilio refuses at once. */
export type RefusalCode = keyof typeof refusals;

/** Codes that come later, in a status callback of an accepted message. */
const laterCodes = [30003, 30004, 30005, 30006, 30007, 30008, 30036] as const;

/** Failed calls (`CallStatus`), by their SIP response. */
const callEnds = { "00480": "no-answer", "00486": "busy", "00603": "failed" } as const;

/** A number with this prefix and five more digits fails with that code: `+4915550021211` at once, `+4915550030006` later. */
const magic_prefix = "+49155500";

/** The body of a refusal. */
export function twilioError(code: RefusalCode): TwilioError {
  const { status, message } = refusals[code];
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}

/** Whether this is a code with which Twilio refuses at once. */
export function isRefusalCode(code: number): code is RefusalCode {
  return Object.hasOwn(refusals, code);
}

/** What a number causes: a refusal, a later failure, a failed call, or nothing. */
export function magicOf(to: string): {
  refusal?: RefusalCode;
  laterCode?: number;
  callEnd?: "no-answer" | "busy" | "failed";
} {
  if (!to.startsWith(magic_prefix) || to.length !== magic_prefix.length + 5) return {};
  const ending = to.slice(magic_prefix.length);
  const code = Number(ending);
  if (isRefusalCode(code)) return { refusal: code };
  if (laterCodes.some((later) => later === code)) return { laterCode: code };
  const callEnd = Object.entries(callEnds).find(([digits]) => digits === ending)?.[1];
  return callEnd === undefined ? {} : { callEnd };
}
