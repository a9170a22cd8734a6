/**
 * The card-verifiable certificates of a terminal (TR-03110-3 §C.1): what a client checks before it shows who wants to read the card. The root
 * bears the name that simulated cards announce; real cards know another key under it and would refuse.
 */
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import {
  encodeExplicit,
  encodeOctetString,
  encodeOid,
  encodePrintableString,
  encodeSequence,
  encodeSetOf,
  encodeUtf8String,
} from "@siegel/kernel/asn1/der-writer.ts";
import { tlv } from "./tlv.ts";

/** What a client is shown: certificates from the root's child on, the description of who asks, and the key that proves to be the terminal. */
export type Terminal = {
  readonly certificates: readonly Uint8Array[];
  readonly description: Uint8Array;
  readonly key: KeyObject;
};

/** Who wants to read the card. */
export type RelyingParty = {
  /** Scheme, host and port. */
  readonly origin: string;
  /** SHA-256 of the certificates of every TLS server on the way, DER. */
  readonly certificateHashes: readonly Uint8Array[];
};

const ecdsa_sha256 = encodeOid("0.4.0.127.0.7.2.2.2.2.3");
const authentication_terminals = encodeOid("0.4.0.127.0.7.3.1.2.2");
const plain_description = encodeOid("0.4.0.127.0.7.3.1.3.1.1");
const description_extension = encodeOid("0.4.0.127.0.7.3.1.3.1");

const root_name = "DETESTeID00005";
const verifier_name = "DEDVSANDBOX001";
const terminal_name = "DETESTSIGN0001";
const year_ms = 365 * 86_400_000;

/** A data group's right to be read (§C.4.2): DG1 is bit 8. */
const rightOf = (group: number): bigint => 1n << BigInt(group + 7);

/** Rights as their template (CHAT): five bytes, of which the first two bits are the holder's role. */
export function rights(groups: readonly number[], role: "terminal" | "verifier" | "root" = "terminal"): Uint8Array {
  const roles = { terminal: 0n, verifier: 2n, root: 3n };
  const bits = groups.reduce((sum, group) => sum | rightOf(group), roles[role] << 38n);
  const bytes = Buffer.from(bits.toString(16).padStart(10, "0"), "hex");
  return tlv("7f4c", authentication_terminals, tlv("53", bytes));
}

/** A terminal that may read these data groups, valid from yesterday on. */
export function makeTerminal(party: RelyingParty, groups: readonly number[], now: Date): Terminal {
  const [root, verifier, terminal] = [newKey(), newKey(), newKey()];
  const description = describe(party);
  const dates = { from: new Date(now.getTime() - 86_400_000), until: new Date(now.getTime() + year_ms) };
  const hash = tlv("73", description_extension, tlv("80", createHash("sha256").update(description).digest()));
  return {
    certificates: [
      certificate(
        { issuer: root_name, holder: verifier_name, key: verifier.point, rights: rights(groups, "verifier"), ...dates },
        root.key,
      ),
      certificate(
        {
          ...{ issuer: verifier_name, holder: terminal_name, key: terminal.point, rights: rights(groups), ...dates },
          extensions: tlv("65", hash),
        },
        verifier.key,
      ),
    ],
    description,
    key: terminal.key,
  };
}

/** A key on brainpoolP256r1 and its point, uncompressed. */
function newKey(): { readonly key: KeyObject; readonly point: Uint8Array } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "brainpoolP256r1" });
  return { key: privateKey, point: publicKey.export({ type: "spki", format: "der" }).subarray(-65) };
}

type Contents = {
  readonly issuer: string;
  readonly holder: string;
  readonly key: Uint8Array;
  readonly rights: Uint8Array;
  readonly from: Date;
  readonly until: Date;
  readonly extensions?: Uint8Array;
};

function certificate({ issuer, holder, key, from, until, ...rest }: Contents, signer: KeyObject): Uint8Array {
  const body = tlv(
    "7f4e",
    tlv("5f29", Uint8Array.of(0)),
    tlv("42", Buffer.from(issuer)),
    tlv("7f49", ecdsa_sha256, tlv("86", key)),
    tlv("5f20", Buffer.from(holder)),
    rest.rights,
    tlv("5f25", digitsOf(from)),
    tlv("5f24", digitsOf(until)),
    rest.extensions ?? new Uint8Array(),
  );
  const signature = sign("sha256", body, { key: signer, dsaEncoding: "ieee-p1363" });
  return tlv("7f21", body, tlv("5f37", signature));
}

/** YYMMDD, a byte each. */
function digitsOf(day: Date): Uint8Array {
  return Uint8Array.from(day.toISOString().slice(2, 10).replaceAll("-", ""), Number);
}

/** TR-03110-4 §2.3: in plain text. */
function describe({ origin, certificateHashes }: RelyingParty): Uint8Array {
  return encodeSequence(
    plain_description,
    encodeExplicit(1, encodeUtf8String("Siegel Sandbox")),
    encodeExplicit(2, encodePrintableString(origin)),
    encodeExplicit(3, encodeUtf8String("Siegel Sandbox Signing Service")),
    encodeExplicit(4, encodePrintableString(`${origin}/`)),
    encodeExplicit(5, encodeUtf8String("For development: nobody relies on what is read here.")),
    encodeExplicit(7, encodeSetOf(certificateHashes.map((hash) => encodeOctetString(hash)))),
  );
}
