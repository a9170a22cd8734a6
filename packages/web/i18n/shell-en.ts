/** The same as `shell-de.ts`, in English. */
import type { shellDe } from "./shell-de.ts";

export const shellEn = {
  "frame.skip": "Skip to content",
  "frame.language": "Language",
  "frame.imprint": "Imprint",
  "frame.privacy": "Privacy and terms",
  "frame.progress": "Progress",
  "frame.stepOf": "Step {n} of {m}",
  "frame.done": "done",
  "frame.back": "Back",
  "frame.next": "Next",
  "frame.cancel": "Cancel",
  "frame.close": "Close message",
  "frame.pause": "Keep message open",
  "frame.resume": "Let message close",
  "frame.loading": "Loading …",
  "frame.wait": "One moment …",
  "frame.newTab": "in a new tab",
  "frame.required": "Requires",
  "frame.tryAgain": "Try again",
  "frame.failed": "We could not load this.",
  "frame.missing": "We could not load this page.",
  "frame.missingAway":
    "We cannot reach our service at the moment. Check your internet connection and try again. Nothing you entered is lost.",
  "frame.missingOurs": "This is no fault of yours. Try again in a moment. Nothing you entered is lost.",
  "away.offline": "You are offline, or we are.",
  "away.offlineLead":
    "We cannot reach our service at the moment. What you entered is safe on this device. It is saved once the connection is back.",
  "away.fault": "Something failed on our side.",
  "away.faultLead":
    "Nothing was sent, changed or signed by it, and what you entered is not lost. Try again in a minute.",
  "away.maintenance": "We are working on our service.",
  "away.maintenanceLead": "What you entered is kept. This page loads by itself as soon as we are back.",
  "away.maintenanceUntil":
    "Probably until {time}. What you entered is kept. This page loads by itself as soon as we are back.",
  "away.again": "The next try happens by itself in {n} seconds.",
  "away.reference": "Reference for questions:",
  "frame.write": "Write",
  "frame.writeTo": "Write to {name}",
} as const satisfies Readonly<Record<keyof typeof shellDe, string>>;
