/** Identification by ID card and by video (signer-side.md §3, §7; decisions.md §13): words that server, web and sandbox share. */
import { z } from "zod";

/** How somebody proves who they are without meeting us. */
export const identificationRoutes = ["eid", "video"] as const;
export type IdentificationRoute = (typeof identificationRoutes)[number];

/** Why an identification came to nothing. Only the first four can be told by a provider about the person. */
export const identificationFaults = [
  /** The document is no longer valid. */
  "DOCUMENT_EXPIRED",
  /** The document was reported lost or stolen. */
  "DOCUMENT_BLOCKED",
  /** Not a document that we may rely on: a card in a phone, a test card, a kind that is not named here. */
  "DOCUMENT_NOT_ACCEPTED",
  /** The provider is not convinced that it is this person. */
  "NOT_RECOGNISED",
  /** The app on the person's device broke off: it was busy, or lost the card. */
  "CLIENT",
  /** The provider's answer does not hold, or never came. */
  "PROVIDER",
  /** The answer was lost on our side, and a provider gives it only once. */
  "INTERRUPTED",
  /** The person began another one in the same browser. */
  "REPLACED",
  /** It came back in a browser that did not begin it. */
  "ELSEWHERE",
  /** An operator decided that it is not the invited person. */
  "DECLINED",
] as const;
export type IdentificationFault = (typeof identificationFaults)[number];

/** Forward only: pending, then review or one of the others; review, then succeeded or failed. */
export const identificationStates = ["pending", "review", "succeeded", "failed", "cancelled", "expired"] as const;
export type IdentificationState = (typeof identificationStates)[number];

/** How sure the body is that checked the document (eIDAS Art. 8). */
export const assuranceLevels = ["high", "substantial"] as const;
export type AssuranceLevel = (typeof assuranceLevels)[number];

/** Kinds of documents; `eid_card`: the card for citizens of the EU, which has a chip and no photo. */
export const identityDocumentKinds = ["id_card", "passport", "residence_permit", "eid_card"] as const;
export type IdentityDocumentKind = (typeof identityDocumentKinds)[number];

/** A 128-bit secret in an address: base64url. */
export const addressSecret = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

/** Where the eID client reads its TcToken (TR-03124-1 §2.5), and where it sends the browser; each with a secret behind it. */
export const eid_token_path = "/api/eid/tctoken";
export const eid_refresh_path = "/api/eid/refresh";
export const eid_error_path = "/api/eid/error";
/** Where an OpenID Connect issuer for ID cards sends the browser. */
export const eid_return_path = "/api/eid/return";
/** Where a video provider sends the browser; `ref`: a secret of ours. */
export const video_return_path = "/api/video/return";
/** Where a video provider sends its webhooks. */
export const video_hook_path = "/api/hooks/video";

/** The client on the person's device (TR-03124-1 §2.2); the number is fixed there. */
export const eid_client_url = "http://127.0.0.1:24727/eID-Client";

/** An identification begun in an app may take this long. */
export const eid_lasts_s = 600;
/** A film may be looked at by people, and takes longer. */
export const video_lasts_s = 1_800;
/** A code that brings somebody back works so long (decisions.md §13). */
export const return_code_s = 120;
/** On the strength of an identification one may sign for so long. */
export const identified_s = 1_800;
/** signer-side.md §9: the specified cookies. */
export const identification_cookie_s = 1_800;
/** A certificate after an identification by video: 23 h 50 min, in whole hours as pages say it (decisions.md §4, §7). */
export const short_term_minutes = 1_430;
export const short_term_h = 24;
