/**
 * Every constant of the specifications whose area is built, as a person read it there, beside what the product uses. Nothing on the left is
 * computed from what it checks. A constant of a new area is one more line.
 */

import { resolve } from "node:path";
import { default_brand_colour } from "@siegel/contract/brand.ts";
import * as limits from "@siegel/contract/limits.ts";
import { expect, it } from "vitest";
import { parseConfig } from "./config.ts";

const configured = parseConfig({});

it.each([
  // signer-side.md §9; admin-side.md §9 has the same where both name one.
  ["[S-113] [S-120] digits of a one-time code", 6, limits.otp_length],
  ["[S-115] [S-124] [S-132] seconds of a code's life and of its countdown", 300, limits.otp_expires_s],
  ["[S-116] seconds left at which the countdown changes its colour", 10, limits.otp_warning_at_s],
  ["[S-117] seconds left at which the countdown alerts", 5, limits.otp_alert_at_s],
  ["[S-122] [S-123] [S-125] seconds until another code may be asked for", 60, limits.otp_resend_after_s],
  ["[S-296] milliseconds that a notification is shown", 10_000, limits.notification_ms],
  ["seconds of a signer's session without a call", 1_800, limits.session_idle_s],
  ["[S-067] [S-068] milliseconds before quick login leads on", 2_500, limits.quick_login_delay_ms],
  ["[S-160] files on a page of the summary", 10, limits.summary_page_size],
  ["[S-077] characters of a date, DD.MM.YYYY", 10, limits.date_chars],
  ["[S-017] the colour of who has none of their own", "#1E6569", default_brand_colour],
  ["[S-281] the country of a number without a prefix", "DE", limits.default_phone_country],
  ["[S-007] the languages", ["de", "en"], limits.languages],
  ["[S-150] widest dialog that declines, CSS pixels", 400, limits.refusal_dialog_width_px],
  // decisions.md §1: how it starts.
  ["the port of the product", 3_000, configured.port],
  ["the address of the sandbox", "http://localhost:3001", configured.sandbox?.url],
  ["the data folder", resolve("data"), configured.dataDir],
  ["the public address", "http://localhost:3000", configured.publicUrl],
  // decisions.md §7: codes, sessions, files.
  ["[S-136] wrong codes before a challenge ends", 5, limits.otp_tries_max],
  ["[S-181] wrong passwords that lock a certificate's key", 10, limits.certificate_password_tries_max],
  ["[S-181] seconds for which they count", 24 * 3_600, limits.certificate_password_window_s],
  ["[S-136] codes an hour to one number", 5, configured.codeLimits.perNumberPerHour],
  ["[S-136] codes an hour from one network", 60, configured.codeLimits.perAddressPerHour],
  ["seconds of a signer's session at most", 3_600, limits.session_absolute_s],
  ["bytes of a document", 104_857_600, configured.intakeLimits.fileBytesMax],
  ["pages of a document", 5_000, configured.intakeLimits.pagesMax],
  // decisions.md §5: sending.
  ["bytes of a document inside a request", 5_242_880, limits.inline_document_bytes_max],
  // decisions.md §9: the states of a signing act.
  ["seconds that a signing call waits before it answers 202", 5, limits.signing_answer_s],
  ["seconds between two sweeps", 15, limits.signing_sweep_every_s],
  ["hours that an outage is waited out", 24, limits.signing_give_up_after_h],
] as const)("%s: %o", (_, specified, used) => {
  expect(used).toEqual(specified);
});
