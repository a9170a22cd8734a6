// The signature algorithms that this service uses and verifies, and their AlgorithmIdentifiers: ECDSA (RFC 5758 §3.2,
// no parameters), RSASSA-PSS (RFC 4055 §3.1, all parameters explicit but the default trailer) and, for checking only,
// RSASSA-PKCS1-v1_5 (RFC 4055 §5), which TS 119 312 phases out at the end of 2028.
import { createHash, createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from "node:crypto";
import { compareEncodings, type DerNode, encodingOf, parseDer, TAG } from "../asn1/der.ts";
import { encodeExplicit, encodeInteger, encodeNull, encodeOid, encodeSequence } from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { membersOf } from "../asn1/structure.ts";
import { verifiedSignatures } from "./verified-signatures.ts";

/** Digests signatures are made over. */
export type DigestAlgorithm = "sha256" | "sha384" | "sha512";

/** Signatures the house makes. */
export type SigningAlgorithm = "ecdsa-p256-sha256" | "ecdsa-p384-sha384" | "rsa-pss-sha256";

/** Signatures the house checks. */
export type SignatureAlgorithm = SigningAlgorithm | "rsa-pkcs1-sha256" | "rsa-pkcs1-sha384" | "rsa-pkcs1-sha512";

/** What a signer gets: a hardware signer takes the digest, a software signer hashes the message again. */
export type ToBeSigned = {
  readonly message: Uint8Array;
  readonly digest: Uint8Array;
  readonly digestAlgorithm: DigestAlgorithm;
};

/**
 * A private key that is somewhere else. `sign` answers the DER of (r, s) for ECDSA and the raw bytes for RSA;
 * it throws when the key cannot be used now.
 */
export type Signer = {
  readonly algorithm: SigningAlgorithm;
  readonly sign: (toBeSigned: ToBeSigned) => Promise<Uint8Array>;
};

type KeyKind = "p256" | "p384" | "rsa";
type Scheme = { readonly key: KeyKind; readonly digest: DigestAlgorithm; readonly identifier: Uint8Array };

const SCHEMES = {
  "ecdsa-p256-sha256": { key: "p256", digest: "sha256", identifier: encodeSequence(encodeOid(OID.ecdsaWithSha256)) },
  "ecdsa-p384-sha384": { key: "p384", digest: "sha384", identifier: encodeSequence(encodeOid(OID.ecdsaWithSha384)) },
  "rsa-pss-sha256": { key: "rsa", digest: "sha256", identifier: pssIdentifier() },
  "rsa-pkcs1-sha256": { key: "rsa", digest: "sha256", identifier: pkcs1Identifier(OID.sha256WithRsaEncryption) },
  "rsa-pkcs1-sha384": { key: "rsa", digest: "sha384", identifier: pkcs1Identifier(OID.sha384WithRsaEncryption) },
  "rsa-pkcs1-sha512": { key: "rsa", digest: "sha512", identifier: pkcs1Identifier(OID.sha512WithRsaEncryption) },
} as const satisfies Record<SignatureAlgorithm, Scheme>;

const SIGNATURE_ALGORITHMS = Object.keys(SCHEMES) as SignatureAlgorithm[];
const DIGESTS = {
  sha256: digestScheme("sha256", 32),
  sha384: digestScheme("sha384", 48),
  sha512: digestScheme("sha512", 64),
};
const DIGEST_ALGORITHMS = Object.keys(DIGESTS) as DigestAlgorithm[];
// TS 119 312 V1.5.1 no longer allows keys below 1900 bits, and keys between that and this are not made.
const RSA_MODULUS_BITS_MIN = 2048;

/** The digest a signature algorithm works over. */
export function digestAlgorithmOf(algorithm: SignatureAlgorithm): DigestAlgorithm {
  return SCHEMES[algorithm].digest;
}

/** Length of a digest in bytes. */
export function digestLength(algorithm: DigestAlgorithm): number {
  return DIGESTS[algorithm].length;
}

/** Digest of `parts` one after the other. */
export function digestOf(algorithm: DigestAlgorithm, ...parts: readonly Uint8Array[]): Uint8Array {
  const [only, second] = parts;
  // In one call it costs half of what making, feeding and asking a hash does.
  if (only !== undefined && second === undefined) return new Uint8Array(hash(algorithm, only, "buffer"));
  const growing = createHash(algorithm);
  for (const part of parts) growing.update(part);
  return new Uint8Array(growing.digest());
}

/** DER of the AlgorithmIdentifier of a signature. Shared: never write into it. */
export function encodeSignatureAlgorithm(algorithm: SignatureAlgorithm): Uint8Array {
  return SCHEMES[algorithm].identifier;
}

/** The signature algorithm an AlgorithmIdentifier names, or null for one the house does not check. */
export function parseSignatureAlgorithm(node: DerNode): SignatureAlgorithm | null {
  const encoded = encodingOf(node);
  return SIGNATURE_ALGORITHMS.find((name) => compareEncodings(SCHEMES[name].identifier, encoded) === 0) ?? null;
}

/** DER of the AlgorithmIdentifier of a digest, without parameters (RFC 5754 §2). Shared: never write into it. */
export function encodeDigestAlgorithm(algorithm: DigestAlgorithm): Uint8Array {
  return DIGESTS[algorithm].identifier;
}

/** The digest an AlgorithmIdentifier names, with or without NULL parameters (RFC 5754 §2), or null for another. */
export function parseDigestAlgorithm(node: DerNode): DigestAlgorithm | null {
  const encoded = encodingOf(node);
  const isNamed = ({ identifier, withNull }: (typeof DIGESTS)[DigestAlgorithm]): boolean =>
    compareEncodings(identifier, encoded) === 0 || compareEncodings(withNull, encoded) === 0;
  return DIGEST_ALGORITHMS.find((name) => isNamed(DIGESTS[name])) ?? null;
}

/** A signature to check: DER SubjectPublicKeyInfo, algorithm, the message that was signed and the signature. */
export type SignatureCheck = {
  readonly spki: Uint8Array;
  readonly algorithm: SignatureAlgorithm;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
};

// A unit verifies what it signed, and the caller, often in the same process, verifies the same once more.
const verified = verifiedSignatures(128);

/**
 * Whether the signature is right. A key of another kind than the algorithm's, or an unreadable one, is not. A signature that was
 * found right is remembered for a while, byte for byte; one that is new, or was found wrong, is verified.
 */
export function verifySignature(check: SignatureCheck): boolean {
  if (verified.has(check)) return true;
  const isRight = verifyAnew(check);
  if (isRight) verified.add(check);
  return isRight;
}

function verifyAnew(check: SignatureCheck): boolean {
  const known = publicKey(check.spki);
  const scheme = SCHEMES[check.algorithm];
  if (known?.kind !== scheme.key) return false;
  try {
    const key = check.algorithm === "rsa-pss-sha256" ? pssPublicKeys(check.spki) : known.key;
    return verify(scheme.digest, check.message, key, check.signature);
  } catch {
    // OpenSSL throws instead of answering false for some signatures that are not even well formed.
    return false;
  }
}

/** The algorithm the house signs with for a public key, or null for a kind of key it does not use. */
export function signingAlgorithmFor(spki: Uint8Array): SigningAlgorithm | null {
  const kind = publicKey(spki)?.kind;
  if (!kind) return null;
  return ({ p256: "ecdsa-p256-sha256", p384: "ecdsa-p384-sha384", rsa: "rsa-pss-sha256" } as const)[kind];
}

/** Has `message` signed; it is hashed here only for a signer that asks for the digest. */
export async function signMessage(signer: Signer, message: Uint8Array): Promise<Uint8Array> {
  const digestAlgorithm = digestAlgorithmOf(signer.algorithm);
  const toBeSigned: ToBeSigned = {
    message,
    digestAlgorithm,
    get digest() {
      return digestOf(digestAlgorithm, message);
    },
  };
  return signer.sign(toBeSigned);
}

/**
 * A signer over a private key in memory.
 * @throws RangeError when the key is of another kind than `algorithm`
 */
export function nodeSigner(privateKey: KeyObject, algorithm: SigningAlgorithm): Signer {
  const { key, digest } = SCHEMES[algorithm];
  if (keyKindOf(privateKey) !== key) throw new RangeError(`the key does not fit ${algorithm}`);
  const bound = algorithm === "rsa-pss-sha256" ? pssPrivateKey(privateKey) : privateKey;
  return { algorithm, sign: async ({ message }) => new Uint8Array(sign(digest, message, bound)) };
}

// Reading a key costs as much as a verification; certificates of an authority come again and again.
const publicKeys = rememberedBySpki(readPublicKey);
const pssPublicKeys = rememberedBySpki(readPssPublicKey);
type PublicKey = { readonly key: KeyObject; readonly kind: KeyKind | null };

function publicKey(spki: Uint8Array): PublicKey | null {
  try {
    return publicKeys(spki);
  } catch {
    return null; // not a public key this platform knows
  }
}

function readPublicKey(spki: Uint8Array): PublicKey {
  const key = createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" });
  return { key, kind: keyKindOf(key) };
}

/** `read`, once for each array: found by the array, and good as long as it holds the bytes that were read. */
function rememberedBySpki<T>(read: (spki: Uint8Array) => T): (spki: Uint8Array) => T {
  const known = new WeakMap<Uint8Array, { readonly bytes: Uint8Array; readonly value: T }>();
  return (spki) => {
    const found = known.get(spki);
    if (found !== undefined && Buffer.compare(found.bytes, spki) === 0) return found.value;
    const made = { bytes: Uint8Array.from(spki), value: read(spki) };
    known.set(spki, made);
    return made.value;
  };
}

function keyKindOf(key: KeyObject): KeyKind | null {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === "rsa") return modulusLength >= RSA_MODULUS_BITS_MIN ? "rsa" : null;
  if (key.asymmetricKeyType !== "ec") return null;
  return namedCurve === "prime256v1" ? "p256" : namedCurve === "secp384r1" ? "p384" : null;
}

// node:crypto is given keys and nothing beside them: one inside a record of options is taken for a key first, and the exception
// that follows, with its stack, costs as much as a third of a verification. ECDSA and RSASSA-PKCS1-v1_5 need none; for PSS the
// key is written again as one that says its parameters itself (RFC 4055 §1.2) and can do nothing else.
function readPssPublicKey(spki: Uint8Array): KeyObject {
  const members = membersOf(parseDer(spki));
  members.next(TAG.sequence);
  const subjectPublicKey = encodingOf(members.next(TAG.bitString));
  members.end();
  const bound = encodeSequence(SCHEMES["rsa-pss-sha256"].identifier, subjectPublicKey);
  return createPublicKey({ key: Buffer.from(bound), format: "der", type: "spki" });
}

/** An RSA key that makes PSS signatures with SHA-256 and nothing else, so that signing needs no options. */
export function pssPrivateKey(privateKey: KeyObject): KeyObject {
  const pkcs8 = privateKey.export({ type: "pkcs8", format: "der" });
  const members = membersOf(parseDer(pkcs8));
  const version = encodingOf(members.next(TAG.integer));
  members.next(TAG.sequence);
  const privateKeyBytes = encodingOf(members.next(TAG.octetString));
  const bound = encodeSequence(version, SCHEMES["rsa-pss-sha256"].identifier, privateKeyBytes);
  const key = createPrivateKey({
    key: Buffer.from(bound.buffer, bound.byteOffset, bound.length),
    format: "der",
    type: "pkcs8",
  });
  pkcs8.fill(0);
  bound.fill(0);
  return key;
}

function digestScheme(name: DigestAlgorithm, length: number) {
  const oid = encodeOid(OID[name]);
  return { length, identifier: encodeSequence(oid), withNull: encodeSequence(oid, encodeNull()) };
}

function pkcs1Identifier(oid: string): Uint8Array {
  return encodeSequence(encodeOid(oid), encodeNull());
}

function pssIdentifier(): Uint8Array {
  const sha256 = encodeSequence(encodeOid(OID.sha256), encodeNull());
  const mgf1 = encodeSequence(encodeOid(OID.mgf1), sha256);
  const parameters = encodeSequence(
    encodeExplicit(0, sha256),
    encodeExplicit(1, mgf1),
    encodeExplicit(2, encodeInteger(32)),
  );
  return encodeSequence(encodeOid(OID.rsassaPss), parameters);
}
