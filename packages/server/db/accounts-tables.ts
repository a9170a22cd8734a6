/** Tables of the room `accounts` (migrations 0002, 0040, 0043). */
import type { Language, Mark } from "@siegel/contract/limits.ts";
import type { ColumnType, Generated } from "kysely";

/** One of the natural or legal persons that may act for an organisation, as the register says. */
export type Representative = { readonly firstName: string; readonly lastName: string; readonly email: string };

/** Tables of the room `accounts`. */
export interface AccountsTables {
  organisation: {
    organisation_id: string;
    name: string;
    active: Generated<boolean>;
    language: Language | null;
    /** Data URL of the logo. */
    logo: string | null;
    /** #RRGGBB. */
    colour: string | null;
    /** IANA name; null: the service's. */
    time_zone: Generated<string | null>;
    /** Data URL of the logo for dark screens. */
    logo_dark: Generated<string | null>;
    /** Where a signature shows that was given no place. */
    mark: Generated<Mark>;
    /** What signers read where a workflow has no message of its own. */
    message: Generated<string | null>;
    created_at: Date;
    /** Seeded for newcomers: production refuses its database. */
    demo: Generated<boolean>;
  };
  licence: {
    licence_id: string;
    organisation_id: string;
    expires_at: Date | null;
    ses_limit: number;
    aes_limit: number;
    qes_limit: number;
    ses_promised: Generated<number>;
    aes_promised: Generated<number>;
    qes_promised: Generated<number>;
    ses_used: Generated<number>;
    aes_used: Generated<number>;
    qes_used: Generated<number>;
    /** What a signature of a class costs; 0: nothing is shown. */
    ses_fee_cents: Generated<number>;
    aes_fee_cents: Generated<number>;
    qes_fee_cents: Generated<number>;
  };
  api_token: {
    token_id: string;
    licence_id: string;
    organisation_id: string;
    name: string;
    /** SHA-256 of the key's secret part, hex: the secret has 256 random bits. */
    secret_hash: string;
    /** The last characters of the key; null where the key was made before anybody kept them. */
    key_tail: Generated<string | null>;
    /** The secret that signs webhooks, sealed; null until it is first read. */
    webhook_secret: Generated<Uint8Array | null>;
    /** Counts the changes that administrators made. */
    version: Generated<number>;
    created_at: Date;
    expires_at: Date | null;
    disabled_at: Generated<Date | null>;
    ses_used: Generated<number>;
    aes_used: Generated<number>;
    qes_used: Generated<number>;
  };
  organisation_register: {
    organisation_id: string;
    legal_name: string;
    /** ETSI EN 319 412-1 §5.1.4, for example NTRDE-HRB12345. */
    organization_identifier: string;
    country: string;
    locality: string;
    representatives: ColumnType<Representative[], string, string>;
    verified_at: Date;
    verified_by: string;
  };
}
