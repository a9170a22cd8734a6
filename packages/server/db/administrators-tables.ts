/** Tables of the room `administrators` (migrations 0042, 0044, 0046, 0047, 0050, 0051). */
import type { PersonState } from "@siegel/contract/account-acts.ts";
import type { AdministratorId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { AccountRole } from "@siegel/contract/permissions.ts";
import type { Generated, GeneratedAlways } from "kysely";

/** organisation: makes one, with a trial · joining: asks to be let into one. */
export type RegistrationKind = "organisation" | "joining";

/** reset: a new password · confirm: proves the mailbox of a registration · invitation: makes an account · new_email: proves a new address. */
export type LinkPurpose = "reset" | "confirm" | "invitation" | "new_email";

/** Tables of the room `administrators`. */
export interface AdministratorsTables {
  administrator: {
    administrator_id: AdministratorId;
    organisation_id: string;
    state: PersonState;
    role: AccountRole;
    first_name: string;
    last_name: string;
    email: string;
    /** E.164. */
    phone: string | null;
    language: Language;
    /** PHC string; null until the person has chosen a password. */
    password_hash: string | null;
    created_at: Date;
    last_login_at: Generated<Date | null>;
    /** Raised by each change; a call that names an older one is refused. */
    version: Generated<number>;
    /** Who invited the person; null where they registered, or that person is gone. */
    invited_by: Generated<AdministratorId | null>;
    /** null: it is the first password. */
    password_changed_at: Generated<Date | null>;
    /** What `email` becomes once its mailbox is proven. */
    pending_email: Generated<string | null>;
  };
  /** The authenticator app of a person: the one that counts, and one that is being set up. */
  administrator_totp: {
    administrator_id: AdministratorId;
    /** nonce ‖ ciphertext ‖ tag; null: no app counts yet. */
    secret_sealed: Generated<Buffer | null>;
    since: Generated<Date | null>;
    /** The newest step of 30 s whose code was used: none counts twice. */
    last_step: Generated<string | null>;
    last_used_at: Generated<Date | null>;
    pending_sealed: Generated<Buffer | null>;
    pending_at: Generated<Date | null>;
  };
  administrator_passkey: {
    /** The credential's id, base64url (WebAuthn Level 3 §4). */
    passkey_id: string;
    administrator_id: AdministratorId;
    /** COSE_Key. */
    public_key: Buffer;
    /** How often the device has used it, as far as it counts; always 0 where it does not. */
    counter: string;
    transports: string[];
    name: string;
    created_at: Date;
    last_used_at: Generated<Date | null>;
  };
  /** What a browser was asked, until it has answered or its time is over. */
  passkey_challenge: {
    challenge_id: string;
    /** Who adds a passkey; null for a login. */
    administrator_id: AdministratorId | null;
    /** base64url. */
    challenge: string;
    expires_at: Date;
  };
  /** Who of ours a person at the provider is (OpenID Connect Core 1.0 §2). */
  administrator_oidc: {
    issuer: string;
    subject: string;
    administrator_id: AdministratorId;
    linked_at: Date;
    /** null: no login has worked yet. */
    last_login_at: Generated<Date | null>;
  };
  /** A login at the provider that has begun, until its browser is back. */
  oidc_attempt: {
    /** 256 random bits, base64url, as `nonce` and `verifier`. */
    state: string;
    purpose: "login" | "link";
    /** Who links; null for a login. */
    administrator_id: AdministratorId | null;
    /** SHA-256 of the secret of the browser's cookie, hex. */
    browser_hash: string;
    nonce: string;
    /** PKCE. */
    verifier: string;
    expires_at: Date;
    used_at: Generated<Date | null>;
  };
  administrator_recovery_code: {
    administrator_id: AdministratorId;
    /** Hex. */
    code_mac: string;
    made_at: Date;
    used_at: Generated<Date | null>;
  };
  administrator_session: {
    session_id: string;
    administrator_id: AdministratorId;
    /** SHA-256 of the cookie's secret, hex. */
    secret_hash: string;
    created_at: Date;
    last_seen_at: Date;
    ended_at: Generated<Date | null>;
    /** An IPv4 address, or the first 64 bits of an IPv6 address. */
    network: string;
    user_agent: string;
  };
  /** One row for each password that was tried, until it was right or counts no more. */
  administrator_try: {
    try_id: GeneratedAlways<string>;
    /** SHA-256 of the address that was typed, whether or not it has an account, hex. */
    address_hash: string;
    /** The network, or the id of a browser that this account was logged in with. */
    origin: string;
    is_known_browser: boolean;
    tried_at: Date;
  };
  /** What was typed to register, until its mailbox is proven. */
  registration: {
    registration_id: string;
    kind: RegistrationKind;
    /** Of a `joining`. */
    organisation_id: string | null;
    /** Of an `organisation`. */
    organisation_name: string | null;
    first_name: string;
    last_name: string;
    email: string;
    phone: string | null;
    language: Language;
    password_hash: string;
    created_at: Date;
  };
  /** A link in a mail; what stands in it beside the id is an HMAC, so nothing secret is stored. */
  mailed_link: {
    link_id: string;
    purpose: LinkPurpose;
    /** The person it is for; null for a registration, and for an unknown address, which costs the same. */
    administrator_id: AdministratorId | null;
    registration_id: string | null;
    created_at: Date;
    expires_at: Date;
    used_at: Generated<Date | null>;
    /** Another one replaced it, or what it was for is over. */
    ended_at: Generated<Date | null>;
  };
}
