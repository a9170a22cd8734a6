/** What signing asks of the world, and one run of its work. */
import type { Db } from "../../db/database.ts";
import type { BlobStore } from "../../ports/blobs.ts";
import type { Clock } from "../../ports/clock.ts";
import type { OnFault } from "../../ports/fault-log.ts";
import type { KeyId, KeyStore } from "../../ports/keys.ts";
import type { Enqueue } from "../../ports/queue.ts";
import type { Random } from "../../ports/random.ts";
import type { RevocationStatusPort } from "../../ports/revocation-status.ts";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import type { TimestampPort } from "../../ports/timestamp.ts";
import type { AuthorityConfig } from "../authority/authority.ts";
import type { HolderSecret } from "../certificates/certificates.ts";
import type { CodeSecret, WrongTries } from "../challenges/challenges.ts";
import type { NoteChange, SignerContext } from "../workflows/workflows.ts";
import type { ApprovalSecret } from "./approval-mac.ts";
import type { Act } from "./signing-store.ts";

/** What signing asks of the world. */
export type SigningDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: KeyStore;
  readonly timestamp: TimestampPort;
  readonly revocation: RevocationStatusPort;
  readonly blobs: BlobStore;
  readonly shaper: TextShapingPort;
  readonly enqueue: Enqueue;
  readonly noteChange: NoteChange;
  readonly authority: AuthorityConfig;
  /** What codes are checked with. */
  readonly codeSecret: CodeSecret;
  readonly wrongTries: WrongTries;
  /** What approvals are authenticated with. */
  readonly approvalSecret: ApprovalSecret;
  /** What says whose a certificate is. */
  readonly holderSecret: HolderSecret;
  /** IANA name of the zone in which times are written for people. */
  readonly zone: string;
  /** Told of every fault that only lets an act wait. */
  readonly onFault: OnFault;
  /** Told of every run, which may outlive its caller: a stopping process waits for it. */
  readonly atWork?: <T>(work: () => Promise<T>) => Promise<T>;
  /** The number by which others see that this process lives (db/presence.ts). */
  readonly presence?: () => number | null;
};

/** The certificate an act signs with and the key behind it. Certificates are DER; the chain ends below the root. */
export type Credential = {
  /** How the act remembers it. */
  readonly reference: string;
  readonly certificate: Uint8Array;
  readonly chain: readonly Uint8Array[];
  readonly keyId: KeyId;
  /** Its key is not in the key store: nothing here can sign with it. */
  readonly opensWithPassword: boolean;
  /** Lower-case hex. */
  readonly serial: string;
  readonly notAfter: Date;
  /** Common name of its subject: the provider, the person or the organisation. */
  readonly holder: string;
};

/** One run over one act. */
export type Run = {
  readonly act: Act;
  readonly holder: string;
  readonly context: SignerContext;
  readonly credential: Credential;
};

/** What the kernel steps need of the world. */
export type PadesDeps = Pick<
  SigningDeps,
  "db" | "clock" | "random" | "keys" | "timestamp" | "revocation" | "blobs" | "shaper" | "authority"
>;

/** A CMS with its signature timestamp. */
export type Stamped = { readonly cms: Uint8Array; readonly at: Date };
