/** What the authority asks of the world. */
import type { QcStatements } from "@siegel/kernel/x509/qc-statements.ts";
import type { Db } from "../../db/database.ts";
import type { Clock, TrustedTime } from "../../ports/clock.ts";
import type { KeyStore } from "../../ports/keys.ts";
import type { Random } from "../../ports/random.ts";

/** Names and addresses that go into certificates. */
export type AuthorityConfig = {
  /** Where people find `/pki/…`, without a slash at the end. */
  readonly publicUrl: string;
  /** The same as certificates name it: a public name, as outside programs ask, also where `publicUrl` is this machine. */
  readonly certificateUrl: string;
  readonly providerName: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ETSI EN 319 412-1 §5.1.4. */
  readonly organizationIdentifier: string;
  /** The policy that certificates of signers and seals name beside NCP, an OID in dotted form (RFC 5280 §4.2.1.4). */
  readonly certificatePolicy: string;
  /** What qualified certificates state about that (EN 319 412-5). */
  readonly qcStatements: QcStatements;
  /** Where the root of an empty database is to be: `outside`, no CA is made here, and the first ones come from a ceremony. */
  readonly root: "here" | "outside";
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
