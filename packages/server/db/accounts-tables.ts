/** Tables of the room `accounts` (migrations 0002, 0040, 0043, 0044, 0045, 0046, 0048, 0061). */
import type { AddressType } from "@siegel/contract/address-types.ts";
import type { OperatorId } from "@siegel/contract/ids.ts";
import type { Language, Mark } from "@siegel/contract/limits.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";

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
    /** Data URL of the logo in mails. */
    mail_logo: Generated<string | null>;
    /** Version of logos and colour; `version` is that of everything else that administrators change here. */
    look_version: Generated<number>;
    sales_tax_number: Generated<string | null>;
    contact_person: Generated<string | null>;
    version: Generated<number>;
    /** While this is the service's login provider, passwords let nobody in who has logged in there; null: passwords are on. */
    passwords_off_issuer: Generated<string | null>;
    /** By which the join key is found: its MAC, hex; null until somebody looks at it. */
    join_key_mac: Generated<string | null>;
    /** nonce ‖ ciphertext ‖ tag. */
    join_key_sealed: Generated<Buffer | null>;
    /** When it was renewed; null: never yet. */
    join_key_at: Generated<Date | null>;
    created_at: Date;
    /** Seeded for newcomers: production refuses its database. */
    demo: Generated<boolean>;
  };
  organisation_address: {
    address_id: string;
    organisation_id: string;
    address_type: AddressType;
    street_name: string;
    street_number: string;
    additional_line: string | null;
    zip_code: string;
    city: string;
    country: string;
    contact_person: string;
    created_at: Date;
    /** In the order in which addresses were added. */
    number: GeneratedAlways<string>;
    version: Generated<number>;
  };
  licence: {
    licence_id: string;
    organisation_id: string;
    expires_at: Date | null;
    /** Ends with its organisation; false where it is paid for. */
    trial: Generated<boolean>;
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
    /** Where events of its workflows go; null: nowhere. */
    webhook_url: Generated<string | null>;
    /** Counts the changes of that address. */
    webhook_version: Generated<number>;
    /** The secret before the last renewal, sealed, and until when it still signs. */
    webhook_secret_before: Generated<Uint8Array | null>;
    webhook_secret_before_until: Generated<Date | null>;
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
    /** The operator's id, or `seed`. */
    verified_by: string;
    /** Which extract of the register was read; null where the record is older than this column. */
    extract_reference: Generated<string | null>;
    /** YYYY-MM-DD. */
    extract_day: Generated<string | null>;
    /** The second operator's; null where one was enough. */
    confirmed_at: Generated<Date | null>;
    confirmed_by: Generated<string | null>;
  };
  /** What one operator has found in the register, until a second one confirms it. */
  register_check: {
    organisation_id: string;
    check_id: string;
    legal_name: string;
    organization_identifier: string;
    country: string;
    locality: string;
    representatives: ColumnType<Representative[], string, string>;
    extract_reference: string;
    /** YYYY-MM-DD. */
    extract_day: string;
    checked_at: Date;
    checked_by: OperatorId;
  };
}
