/** What the authority asks of the world. */
import type { Db } from "../../db/database.ts";
import type { Clock, TrustedTime } from "../../ports/clock.ts";
import type { KeyStore } from "../../ports/keys.ts";
import type { Random } from "../../ports/random.ts";

/** Names and addresses that go into certificates. */
export type AuthorityConfig = {
  /** Without a slash at the end; certificates point to `/pki/…` below it. */
  readonly publicUrl: string;
  readonly providerName: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ETSI EN 319 412-1 §5.1.4. */
  readonly organizationIdentifier: string;
  /** A development hierarchy says so in the name of every unit. */
  readonly development: boolean;
};

/** What the authority asks of the world. */
export type AuthorityDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: KeyStore;
  readonly authority: AuthorityConfig;
};

/** What the time-stamping authority asks besides: a time that it may attest. */
export type TimestampDeps = AuthorityDeps & { readonly trustedTime: TrustedTime };
