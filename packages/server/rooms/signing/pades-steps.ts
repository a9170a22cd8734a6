/** One signature with the service's keys, timestamps, proofs and storage, in the kernel's order (docs/flows/signing.md 8 to 12). */
import type { KnownBeginning } from "@siegel/kernel/pades/approved-base.ts";
import type { ValidationData } from "@siegel/kernel/pades/long-term.ts";
import type { PreparedSignature } from "@siegel/kernel/pades/prepared-signature.ts";
import {
  type LevelWish,
  prepareForKey,
  prepareToSign,
  type SignatureOrder,
  signOntoCopy,
} from "@siegel/kernel/pades/sign-document.ts";
import type { ByteSource } from "@siegel/kernel/pdf/byte-source.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import { TimestampUnavailable } from "../../ports/timestamp.ts";
import type { StoredBytes } from "../documents/documents.ts";
import { checkToken, knownUnits, readCertificate } from "./check-token.ts";
import { type Collected, collectValidationData } from "./collect-validation-data.ts";
import type { FailureCode } from "./signing-rules.ts";
import type { Credential, PadesDeps, Stamped } from "./signing-run.ts";
import { verifyBlob } from "./verify-blob.ts";

/** A signature to prepare in an existing field. */
export type Wish = {
  readonly fieldName: string;
  readonly lockedPrefix: string | null;
  readonly values: ReadonlyArray<{ readonly name: string; readonly value: string }>;
  readonly claimedTime: Date;
  readonly signerName: string;
  readonly lines: readonly string[];
  /** A PNG of the signer's. */
  readonly image?: Uint8Array;
};

/** What was stored of an act's signature, and who stores the rest: each result before the next step begins. */
export type Storing = {
  readonly earlier: {
    readonly prepared: PreparedSignature | null;
    readonly cms: Uint8Array | null;
    readonly stamped: Stamped | null;
  };
  readonly prepared: (prepared: PreparedSignature) => Promise<void>;
  /** Throws where what is prepared must not be signed; the key is asked for after it. */
  readonly checkPrepared: () => void;
  readonly cms: (cms: Uint8Array) => Promise<void>;
  readonly stamped: (stamped: Stamped) => Promise<void>;
};

/** A signature to lay on a base and write. Without `storing` it is made in one go. */
export type Signing = {
  readonly wish: Wish;
  readonly credential: Credential;
  /** With a document timestamp over everything: B-LTA instead of B-LT. */
  readonly archive: boolean;
  /** What the base must begin with whenever it is read; the last one is all of it. */
  readonly approved: readonly KnownBeginning[];
  readonly storing?: Storing;
};

/** A stored file that was read back and holds, or the code that ends the act. */
export type Written =
  | { readonly ok: true; readonly stored: StoredBytes }
  | { readonly ok: false; readonly code: FailureCode };

/** A signature that cannot be proven is not written: this leaves the kernel's order with the code that ends the act. */
class NothingProves extends Error {
  override readonly name = "NothingProves";
  readonly code: FailureCode;
  constructor(code: FailureCode) {
    super(code);
    this.code = code;
  }
}

/**
 * Steps 8 to 12 over `base`, as far as they are left.
 * @throws PdfRefusal, BaseChanged, SigningRefusal (T-007), TimestampUnavailable, RevocationStatusUnavailable, WrittenSignatureInvalid, and what `storing` throws
 */
export async function signAndWrite(deps: PadesDeps, base: ByteSource, signing: Signing): Promise<Written> {
  const proofs = proofsFor(deps, signing);
  const draft = await deps.blobs.draft();
  try {
    const { size, sha256, beginPass } = await signOntoCopy(base, orderOf(deps, signing, proofs), draft.write);
    const stored = { size, sha256: Buffer.from(sha256).toString("hex") as Sha256Hex };
    const { credential, archive, approved: beginnings, wish } = signing;
    const { fieldName } = wish;
    await draft.keep(stored.sha256, async (written) => {
      const readback = {
        stored,
        beginnings,
        fieldName,
        credential,
        archive,
        watch: beginPass(),
        ...proofs.collected(),
      };
      await verifyBlob(deps, written, readback);
    });
    return { ok: true, stored };
  } catch (fault) {
    if (fault instanceof NothingProves) return { ok: false, code: fault.code };
    throw fault;
  } finally {
    await draft.close();
  }
}

function orderOf(deps: PadesDeps, signing: Signing, proofs: Proofs) {
  const { wish, credential, archive, approved, storing } = signing;
  const { stamp, validationData } = proofs;
  const level: LevelWish = archive
    ? { level: "B-LTA", stamp, validationData, timestampField: `Timestamp_${deps.random.id()}` }
    : { level: "B-LT", stamp, validationData };
  return {
    wish: toKernelWish(deps, wish),
    shaper: deps.shaper,
    certificate: readCertificate(credential.certificate),
    chain: credential.chain.map(readCertificate),
    signer: credential.opensWithPassword
      ? null
      : async () => {
          storing?.checkPrepared();
          return await deps.keys.signer(credential.keyId);
        },
    level,
    fileId: () => deps.random.bytes(16),
    approved,
    known: () => knownUnits(deps.timestamp),
    ...(storing && {
      earlier: { ...storing.earlier, stamped: storing.earlier.stamped?.cms ?? null },
      keep: {
        prepared: storing.prepared,
        cms: storing.cms,
        stamped: async (cms) => await storing.stamped({ cms, at: proofs.stampedAt() }),
      },
    }),
  } satisfies SignatureOrder;
}

const toKernelWish = (deps: PadesDeps, wish: Wish) => ({
  fieldName: wish.fieldName,
  claimedTime: wish.claimedTime,
  signerName: wish.signerName,
  values: new Map(wish.values.map(({ name, value }) => [name, value])),
  ...(wish.lockedPrefix === null ? {} : { lockedFields: [wish.lockedPrefix] }),
  appearance: { lines: wish.lines, ...(wish.image && { image: wish.image }) },
  fileId: deps.random.bytes(16),
});

/**
 * Step 8 alone, for a key that opens with its owner's password later; `certificate` (DER) null: it is issued then.
 * @throws PdfRefusal, BaseChanged, SigningRefusal (T-007)
 */
export async function prepareAlone(
  deps: PadesDeps,
  base: ByteSource,
  { wish, certificate, approved }: Pick<Signing, "wish" | "approved"> & { readonly certificate: Uint8Array | null },
): Promise<PreparedSignature> {
  const order = { wish: toKernelWish(deps, wish), shaper: deps.shaper, approved };
  if (certificate === null) return await prepareForKey(base, order);
  return (await prepareToSign(base, { ...order, certificate: readCertificate(certificate) })).prepared;
}

/** What the world says of one signature: its time first, then that nothing was revoked since. */
type Proofs = {
  readonly stamp: (imprint: Uint8Array) => Promise<Uint8Array>;
  /** The signature timestamp's time. @throws before there is one */
  readonly stampedAt: () => Date;
  readonly validationData: (stamped: Uint8Array) => Promise<ValidationData>;
  /** @throws before they were collected */
  readonly collected: () => Extract<Collected, { ok: true }>;
};

function proofsFor(deps: PadesDeps, { credential, storing }: Signing): Proofs {
  let at = storing?.earlier.stamped?.at ?? null;
  let found: Collected | null = null;
  const stampedAt = (): Date => at ?? missing("timestamp");
  return {
    stampedAt,
    stamp: async (imprint) => {
      const { token, genTime } = await checkedStamp(deps, imprint);
      // The first one is the signature's own; the other is over the file.
      at ??= genTime;
      return token;
    },
    validationData: async (cms) => {
      found = await collectValidationData(deps, { credential, stamped: { cms, at: stampedAt() } });
      if (!found.ok) throw new NothingProves(found.code);
      return found.validationData;
    },
    collected: () => (found?.ok ? found : missing("validation data")),
  };
}

function missing(what: string): never {
  throw new Error(`there is no ${what} yet`);
}

/** The code that embeds a token checks it once more (T-006): nothing that a port hands out gets into a document unchecked. */
async function checkedStamp(deps: PadesDeps, digest: Uint8Array): Promise<{ token: Uint8Array; genTime: Date }> {
  const { token } = await deps.timestamp.stamp(digest);
  const checked = checkToken(deps.timestamp, { token, digest });
  if (!checked.ok) throw new TimestampUnavailable(`the token does not hold: ${checked.code}`, { cause: checked });
  return { token, genTime: checked.info.genTime };
}
