/**
 * Key pairs of the own authority in a token (PKCS#11): made there, sensitive and not extractable, so signing is all that can be done with
 * them. A key is found by its id, which is its CKA_ID. Runs in a process of its own (workers/unit-keys.ts).
 */
import { createPublicKey } from "node:crypto";
import type { KeyKind } from "../../ports/keys.ts";
import { findObject, type Session } from "./token-session.ts";

/** Keys in an open session; each throws what the token's library throws. */
export type TokenPairs = {
  /** DER of the SubjectPublicKeyInfo. */
  readonly generate: (keyId: string, kind: KeyKind) => Uint8Array;
  readonly has: (keyId: string) => boolean;
  /** (r, s) one after the other for ECDSA, and the raw bytes for RSA; null: there is no such key. */
  readonly sign: (keyId: string, kind: KeyKind, digest: Uint8Array) => Uint8Array | null;
  /** Harmless if it does not exist. */
  readonly destroy: (keyId: string) => void;
  /** Whether the session still works. */
  readonly look: () => void;
};

/** Over a session that is logged in to. */
export function tokenPairs(opened: Session): TokenPairs {
  const { library, token, session } = opened;
  // Handles are the session's own; a token is searched once for each key.
  const handles = new Map<string, Buffer>();
  const find = (keyId: string): Buffer | null => {
    const known = handles.get(keyId);
    if (known !== undefined) return known;
    const found = findObject(opened, [
      { type: library.CKA_CLASS, value: library.CKO_PRIVATE_KEY },
      { type: library.CKA_ID, value: Buffer.from(keyId) },
    ]);
    if (found !== null) handles.set(keyId, found);
    return found;
  };
  return {
    generate: (keyId, kind) => {
      const { mechanism, publicKey, read } = makings(opened, kind);
      const pair = token.C_GenerateKeyPair(session, mechanism, publicKey, privateTemplate(opened, keyId));
      handles.set(keyId, pair.privateKey);
      const made = read(pair.publicKey);
      // The public half is in the certificate.
      token.C_DestroyObject(session, pair.publicKey);
      return made;
    },
    has: (keyId) => find(keyId) !== null,
    sign: (keyId, kind, digest) => {
      const key = find(keyId);
      if (key === null) return null;
      const { signing, signatureBytes } = waysOf(opened, kind);
      token.C_SignInit(session, signing, key);
      return Uint8Array.from(token.C_Sign(session, Buffer.from(digest), Buffer.alloc(signatureBytes)));
    },
    destroy: (keyId) => {
      const key = find(keyId);
      handles.delete(keyId);
      if (key !== null) token.C_DestroyObject(session, key);
    },
    look: () => void token.C_GetSessionInfo(session),
  };
}

/** It stays in the token, and never leaves it, wrapped under another key neither. */
function privateTemplate({ library }: Session, keyId: string) {
  return [
    { type: library.CKA_CLASS, value: library.CKO_PRIVATE_KEY },
    { type: library.CKA_ID, value: Buffer.from(keyId) },
    { type: library.CKA_LABEL, value: `siegel ${keyId}` },
    { type: library.CKA_TOKEN, value: true },
    { type: library.CKA_PRIVATE, value: true },
    { type: library.CKA_SENSITIVE, value: true },
    { type: library.CKA_EXTRACTABLE, value: false },
    { type: library.CKA_SIGN, value: true },
  ];
}

/** DER of the curves' names (RFC 5480 §2.1.1.1), how long a coordinate is, and what JWK calls them. */
const curves = {
  p256: { oid: "06082a8648ce3d030107", bytes: 32, crv: "P-256" },
  p384: { oid: "06052b81040022", bytes: 48, crv: "P-384" },
} as const;
const rsa_bits = 3_072;

/** How a kind of pair is made, and its public half read. */
function makings(opened: Session, kind: KeyKind) {
  const { library } = opened;
  const common = [
    { type: library.CKA_TOKEN, value: false },
    { type: library.CKA_VERIFY, value: true },
  ];
  if (kind === "rsa3072")
    return {
      mechanism: { mechanism: library.CKM_RSA_PKCS_KEY_PAIR_GEN },
      publicKey: [
        ...common,
        { type: library.CKA_MODULUS_BITS, value: rsa_bits },
        { type: library.CKA_PUBLIC_EXPONENT, value: Buffer.of(1, 0, 1) },
      ],
      read: (key: Buffer) => rsaKey(opened, key),
    };
  return {
    mechanism: { mechanism: library.CKM_EC_KEY_PAIR_GEN },
    publicKey: [...common, { type: library.CKA_EC_PARAMS, value: Buffer.from(curves[kind].oid, "hex") }],
    read: (key: Buffer) => ecKey(opened, key, curves[kind]),
  };
}

/** How a kind of key signs a digest. */
function waysOf({ library }: Session, kind: KeyKind) {
  if (kind !== "rsa3072") return { signing: { mechanism: library.CKM_ECDSA }, signatureBytes: 2 * curves[kind].bytes };
  const parameter = {
    type: library.CK_PARAMS_RSA_PSS,
    hashAlg: library.CKM_SHA256,
    mgf: library.CKG_MGF1_SHA256,
    saltLen: 32,
  };
  return { signing: { mechanism: library.CKM_RSA_PKCS_PSS, parameter }, signatureBytes: rsa_bits / 8 };
}

function ecKey(opened: Session, key: Buffer, { bytes, crv }: (typeof curves)["p256" | "p384"]): Uint8Array {
  const [attribute] = attributesOf(opened, key, [opened.library.CKA_EC_POINT]);
  // PKCS#11 2.40 §2.3.3 wants the point wrapped in an OCTET STRING (DER); some tokens give the plain bytes.
  const point = attribute?.subarray(-(2 * bytes)) ?? Buffer.alloc(0);
  const [x, y] = [point.subarray(0, bytes), point.subarray(bytes)].map((half) => half.toString("base64url"));
  return spkiOf({ kty: "EC", crv, x, y });
}

function rsaKey(opened: Session, key: Buffer): Uint8Array {
  const { CKA_MODULUS, CKA_PUBLIC_EXPONENT } = opened.library;
  const [n, e] = attributesOf(opened, key, [CKA_MODULUS, CKA_PUBLIC_EXPONENT]).map((one) => one.toString("base64url"));
  return spkiOf({ kty: "RSA", n, e });
}

function attributesOf({ token, session }: Session, key: Buffer, types: readonly number[]): Buffer[] {
  const asked = types.map((type) => ({ type }));
  return token.C_GetAttributeValue(session, key, asked).map(({ value }) => Buffer.from(value as Buffer));
}

const spkiOf = (key: Readonly<Record<string, string | undefined>>): Uint8Array =>
  new Uint8Array(createPublicKey({ key, format: "jwk" }).export({ type: "spki", format: "der" }));
