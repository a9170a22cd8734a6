/** Every address of the web, once (signer-side.md §2); the login's is the wire's, because the server sends it out. */

import { type LinkIds, loginPath, quickPath } from "@siegel/contract/login-link.ts";
import type { OwnersPurpose } from "@siegel/contract/owners-purposes.ts";

/** Who is where: the two ids of a signing link. */
export type SignerPath = LinkIds;

/** The sections of the administration, in the order of its bar. */
export const adminSections = ["tokens", "users", "look", "account", "organisation", "api"] as const;
/** The last part of a section's address. */
export type AdminSection = (typeof adminSections)[number];

/** How a one-time code reaches the signer; the last part of the code page's address. */
export type CodeChannel = "sms" | "phone";

/** The certificate that an owner identifies themselves for, and what for. */
export type OwnersWish = { readonly cert: string; readonly for: OwnersPurpose };
const queryOf = (wish: OwnersWish): string => String(new URLSearchParams(wish));

const workflow = ({ workflow_id, signer_id }: SignerPath): string =>
  `/workflow/${encodeURIComponent(workflow_id)}/${encodeURIComponent(signer_id)}`;

/** Builders of every address. */
export const paths = {
  root: "/",
  handover: "/handover",
  notFound: "/notfound",
  imprint: "/imprint",
  privacy: "/privacy_policy",
  revoke: "/revoke",
  certificates: "/certManager",
  /** Where owners begin, whose 30 minutes are over. */
  certificatesOver: "/certManager?over=true",
  /** The ways to identify oneself for a certificate. */
  certificateWays: (wish: OwnersWish): string => `/certManager?${queryOf(wish)}`,
  /** Loaded as a page of its own, as a signer's is. */
  certificateCard: (wish: OwnersWish): string => `/certManager/ausweisapp2?${queryOf(wish)}`,
  /** Where owners come back from an identification. */
  ownerReturned: (signer_id: string): string => `/nect/${encodeURIComponent(signer_id)}`,
  trust: "/trust",
  apiDocs: "/api/docs",
  /** `back`: the page of the administration to go on with. */
  adminLogin: (back?: string): string =>
    back === undefined ? "/adminLogin" : `/adminLogin?back=${encodeURIComponent(back)}`,
  forgot: "/forgot",
  register: "/register",
  registerNew: "/register/new-org",
  admin: (section: AdminSection = "tokens"): string => `/admin/${section}`,
  finished: "/summary/finished",
  revoked: "/summary/revoked",
  login: loginPath,
  quick: quickPath,
  credentials: (at: SignerPath): string => `${workflow(at)}/credentials`,
  documents: (at: SignerPath): string => `${workflow(at)}/documents`,
  document: (at: SignerPath, file: string): string => `${workflow(at)}/documents?file=${encodeURIComponent(file)}`,
  confirm: (at: SignerPath): string => `${workflow(at)}/documents?confirm=true`,
  authenticate: (at: SignerPath): string => `${workflow(at)}/authenticate`,
  authenticate2fa: (at: SignerPath): string => `${workflow(at)}/authenticate2fa`,
  code2fa: (at: SignerPath, channel: CodeChannel): string => `${workflow(at)}/authenticate2fa/twilio/${channel}`,
  identify: (at: SignerPath): string => `${workflow(at)}/identify`,
  /** Loaded as a page of its own: only its own policy lets it ask the client on the person's device. */
  ausweisApp: (at: SignerPath): string => `${workflow(at)}/identify/ausweisapp2`,
  identified: (at: SignerPath): string => `${workflow(at)}/identified`,
  code: (at: SignerPath, channel: CodeChannel): string => `${workflow(at)}/authenticate/twilio/${channel}`,
} as const;
