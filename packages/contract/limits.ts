/** Numbers that a person or another program meets, once, with their units and where they come from. */

/** signer-side.md §5, §9. */
export const otp_length = 6;
/** signer-side.md §9: life of a one-time code. */
export const otp_expires_s = 300;
/** signer-side.md §4: between two sends. */
export const otp_resend_after_s = 60;
/** decisions.md §7: wrong codes before the challenge dies. */
export const otp_tries_max = 5;
/** decisions.md §7; configurable. */
export const otp_sends_per_number_per_hour_max = 5;
/** decisions.md §7; configurable, by network (`server/http/wire/network-of.ts`). */
export const otp_sends_per_address_per_hour_max = 60;
/** signer-side.md §9: the countdown changes colour. */
export const otp_warning_at_s = 10;
/** signer-side.md §9: the countdown alerts. */
export const otp_alert_at_s = 5;
/** signer-side.md §9. */
export const notification_ms = 10_000;
/** signer-side.md §9; decisions.md §4: sliding. */
export const session_idle_s = 1_800;
/** decisions.md §7: signers. */
export const session_absolute_s = 3_600;
/** decisions.md §7: administrators and operators. */
export const account_session_absolute_s = 43_200;
/** Before a session ends its signer is warned this long (WCAG 2.2.1 asks for 20 s at least). */
export const session_warning_s = 120;
/** Certificates on a page of /certManager (signer-side.md §9). */
export const certificates_page_size = 10;
/** signer-side.md §9. */
export const summary_page_size = 10;
/** signer-side.md §9, CSS pixels. */
export const refusal_dialog_width_px = 400;
/** A link's password, characters. */
export const password_chars_max = 1_024;
/** Wrong passwords of a link within `password_window_s`, and of one network for all links of a workflow. */
export const password_tries_max = 5;
/** How long a wrong password counts. */
export const password_window_s = 900;
/** Wrong passwords of an account from one network, or one browser that it was logged in with, before each next one has to wait. */
export const account_tries_free = 5;
/** The same from all strange browsers and networks together. */
export const account_tries_of_all_free = 50;
/** Counts of tries that the browsers of an account have together, which it was logged in with; more browsers share them. */
export const known_browsers_max = 20;
/** decisions.md §7: wrong passwords of a certificate within `certificate_password_window_s` that lock its key. */
export const certificate_password_tries_max = 10;
/** How long a wrong password of a certificate counts: a day. */
export const certificate_password_window_s = 86_400;
/** Wrong codes of a second factor within a day, after which the person is told that somebody knows their password. */
export const wrong_codes_told = 5;
/** The longest wait between two tries at an account's password, seconds. */
export const account_try_wait_max_s = 900;
/** The longest time that a try counts, seconds: a day. */
export const tries_kept_s = 86_400;
/** Registrations from one network within an hour: a whole office may share its address. */
export const registrations_per_network_per_hour_max = 100;
/** Links to a new password that are asked for from one network within an hour. */
export const reset_asks_per_network_per_hour_max = 100;
/** Things that one call of an administrator may change at once. */
export const bulk_ids_max = 1_000;
/** decisions.md §11: how long a link to a new password lives, and the cookie that remembers that one was asked for (admin-side.md §2). */
export const reset_link_s = 1_800;
/** How long the link lives that proves a mailbox. */
export const confirm_link_s = 259_200;
/** decisions.md §13: how long the link lives that brings a certificate to somebody who was met. */
export const ident_link_s = 259_200;
/** Between two such links to one person, so that the two are not confused. */
export const ident_link_resend_after_s = 600;
/** decisions.md §11: how long an invitation to an organisation may be accepted. */
export const invitation_link_s = 259_200;
/** Invitations that one organisation sends within an hour, again ones too; each is a mail to an address that somebody typed. */
export const invitations_per_hour_max = 100;
/** One-time codes that replace a lost second factor, each once. */
export const recovery_codes_made = 10;
/** How long a browser may take to answer with a passkey. */
export const passkey_answer_s = 300;
/** Passkeys of one account. */
export const passkeys_max = 20;
/** Length of the name of a passkey, characters. */
export const passkey_name_chars_max = 60;
/** How long a login at a provider may take, from the button until the browser is back. */
export const oidc_attempt_s = 600;
/** Length of the query with which a browser comes back from a provider, characters. */
export const oidc_answer_chars_max = 8_000;
/** How long the set-up of a second factor waits for its first code. */
export const factor_setup_s = 1_800;
/** Links to a new password that one account gets within an hour; further ones are not sent. */
export const reset_links_per_hour_max = 5;
/** Links to a new address that one account asks for within an hour; each is a mail to an address that somebody typed. */
export const new_email_links_per_hour_max = 5;
/** decisions.md §4: how long a trial organisation lasts, days. */
export const trial_days = 14;
/** admin-side.md §9: signatures of a trial. */
export const trial_limits = { ses: 5_000, aes: 5_000, qes: 0 } as const;
/** For how many days an extract of a register counts for a check. */
export const register_extract_days_max = 30;
/** People who may act for one organisation. */
export const representatives_max = 50;
/** Signatures of a class that a licence can allow: what PostgreSQL takes as an integer. */
export const signatures_max = 2_147_483_647;
/** The highest fee of one signature, cents. */
export const cents_max = 1_000_000;
/** Length of an e-mail address, characters (RFC 5321 §4.5.3.1). */
export const email_chars_max = 254;
/** Length of a refusal reason, characters. */
export const refusal_reason_chars_max = 2_000;
/** Why an operator decided so about a doubtful identification. */
export const review_reason_chars_max = 500;
/** On what an operator rests a revocation. */
export const revocation_evidence_chars_max = 2_000;
/** Length of a sender's message to the signers, characters. */
export const message_chars_max = 1_000;
/** decisions.md §9: how long a signing call waits before it answers 202. */
export const signing_answer_s = 5;
/** decisions.md §9: the sweep. */
export const signing_sweep_every_s = 15;
/** An expiry that was written down later than this is no news: nobody is mailed about it. */
export const expiry_told_within_d = 7;
/** A sender reminds a signer once in this time. */
export const reminder_every_s = 3_600;
/** Nobody is reminded by itself so soon after the invitation, or after another reminder. */
export const reminder_quiet_h = 24;
/** How often one mail is tried: a mail server may be away for a night. */
export const mail_tries_max = 60;
/** decisions.md §9: an outage is waited out this long. */
export const signing_give_up_after_h = 24;
/** decisions.md §7: intake. */
export const pdf_bytes_max = 100 * 1024 * 1024;
/** decisions.md §7: intake. */
export const pdf_pages_max = 5_000;
/** What a reader asks for and is told of a document at least, bytes: pages of a scan stand far apart, and what lies between is long. */
export const reading_block_bytes = 1_024;
/** Before each part of an opening: its offset in 8 bytes, its length in 4, highest byte first. */
export const opening_head_bytes = 12;
/** Pixels across that a page's picture may be asked for in: a small one for all pages at a glance, then a phone's, and what zooming needs. */
export const page_picture_widths = [160, 480, 800, 1_200, 1_600, 2_400] as const;
/** Pages that are described in one answer. */
export const described_pages_max = 25;
/** Documents in one workflow. */
export const documents_per_workflow_max = 50;
/** Of the files within a document so many are told by name, at most; of all of them how many there are. */
export const embedded_files_told_max = 100;
/** Signers of one workflow. */
export const signers_per_workflow_max = 100;
/** Placed fields of one signer. */
export const fields_per_signer_max = 500;
/** Value of one form field, characters. */
export const field_value_chars_max = 10_000;
/** Characters of values that one signer may store in a row: each costs time to lay out. */
export const value_chars_burst_max = 500_000;
/** Characters of values a second that one signer may store once the burst is used. */
export const value_chars_per_second_max = 10_000;
/** The same of all signers behind one address. */
export const network_value_chars_burst_max = 2_000_000;
/** The same of all signers behind one address, a second. */
export const network_value_chars_per_second_max = 40_000;
/** Characters of initials. */
export const initials_chars_max = 8;
/** Characters of a date, DD.MM.YYYY (signer-side.md §9). */
export const date_chars = 10;
/** Least width and height of a placed field, points: below it not one letter of the smallest size has room, nor a name in a signature. */
export const placed_field_min_pt = 8;
/** The same of a box to be ticked. */
export const placed_tick_min_pt = 6;
/** Least width of a placed date, points: its ten characters in the smallest letters. */
export const placed_date_width_min_pt = 30;
/** What a placed choice may offer. */
export const choice_options_max = 200;
/** Name of one form field below its signer's, characters: with the signer's id it fits the wire and an index row. */
export const field_name_chars_max = 400;
/** A signature's image, bytes: in base64 with its secret it fits `open_body_bytes_max`. */
export const signature_image_bytes_max = 44 * 1024;
/** A signature's image, pixels: in a box of 8 cm that is 250 to an inch. */
export const signature_image_width_max = 800;
/** A signature's image, pixels. */
export const signature_image_height_max = 400;
/** How much of a signature's image may be ink, percent: what is below is read all the same. */
export const signature_image_ink_max_percent = 60;
/** Fewer pixels of ink than this are dust. */
export const signature_image_ink_pixels_min = 12;
/** Opacity of a pixel, of 255, from which on it is seen. */
export const signature_image_opacity_min = 64;
/** Images that one signer may put in a row: each is unpacked, looked at and packed again. */
export const signature_image_burst_max = 30;
/** Images a second that one signer may put once the burst is used. */
export const signature_image_per_second_max = 1;
/** A phone may give an image to a session for so long. */
export const handover_expires_s = 600;
/** So often a session may ask for a hand-over. */
export const handovers_per_session_max = 30;
/** Requests that one address may send to hand-overs in a row. */
export const handover_burst_max = 30;
/** Requests a second that one address gets of hand-overs once its burst is used. */
export const handover_per_second_max = 1;
/** Test events that one organisation sends within an hour. */
export const test_events_per_hour_max = 60;
/** Deliveries that one receiver of webhooks gets at once. */
export const webhook_at_once_max = 4;
/** How long a delivery is tried, seconds: 3 days. */
export const webhook_tried_s = 259_200;
/** How long the secret before the last renewal signs as well, seconds. */
export const webhook_secret_before_s = 86_400;
/** Deliveries are listed for so many days after their end. */
export const webhook_kept_days = 90;
/** The longest address of a webhook, characters. */
export const webhook_url_chars_max = 2_000;
/** Request bodies of whoever may call: a login, a path check, a callback. */
export const open_body_bytes_max = 64 * 1024;
/** admin-side.md §9: a logo's file, bytes. */
export const logo_bytes_max = 20 * 1024;
/** Addresses of one organisation. */
export const addresses_max = 50;
/** Request bodies of people with an account: three logos in base64, or a thousand ids. */
export const account_body_bytes_max = 128 * 1024;
/** Request bodies of a signer's session: the values of a whole form. */
export const signer_body_bytes_max = 4 * 1024 * 1024;
/** decisions.md §5: a document inside a request, as base64 in `content`. Larger ones are uploaded. */
export const inline_document_bytes_max = 5 * 1024 * 1024;
/** Request bodies with an API key: two of the largest such documents, and 2 MB for what stands beside them. */
export const json_body_bytes_max = 16 * 1024 * 1024;
/** Placed fields of all signers of one workflow. */
export const fields_per_workflow_max = 10_000;
/** Names in a document's `unassigned_fields`: long forms have some hundreds. */
export const unassigned_fields_listed_max = 1_000;
/** Values of one JSON body: all fields of all signers of one workflow, and some to spare. */
export const json_values_max = 150_000;
/** Names of members in the body of a call without an API key, several times what the largest form needs: an object of so many takes long to make. */
export const signer_json_names_max = 20_000;
/** How long an answer is kept for a repeated request (Idempotency-Key), and an upload that no workflow was made of. */
export const unused_kept_h = 24;
/** Requests that one address may send to the public trust points in a row, before it gets only so many a second. */
export const pki_burst_max = 200;
/** Requests a second that one address gets of the public trust points once its burst is used. */
export const pki_per_second_max = 20;
/** Answers that the public trust points make or look up for strangers at once. */
export const pki_at_once_max = 8;
/** The same of one network: the rest is there for everybody else. */
export const pki_at_once_of_one_max = 4;
/** signer-side.md §9. */
export const default_phone_country = "DE";
/** signer-side.md §1. */
export const languages = ["de", "en"] as const;
/** A language the product speaks. */
export type Language = (typeof languages)[number];
/**
 * Where a signature shows that was given no place (decisions.md §12): `auto` in the free margin of the last page, or on an appended page ·
 * `page` always on an appended page · `none` nowhere.
 */
export const marks = ["auto", "page", "none"] as const;
export type Mark = (typeof marks)[number];
/** How long quick login shows whose documents these are before it leads on (signer-side.md §2, §9). */
export const quick_login_delay_ms = 2_500;
