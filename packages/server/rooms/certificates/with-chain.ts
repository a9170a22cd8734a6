/** A signer's certificate with those between it and the root. */
import type { Db } from "../../db/database.ts";
import { chainOf } from "../authority/authority.ts";
import type { StoredCertificate } from "./certificates-store.ts";

/** A certificate ready for signing; `chain` ends below the root. */
export type SignerCertificate = StoredCertificate & { readonly chain: readonly Uint8Array[] };

/** Reads the certificates above it. */
export async function withChain(db: Db, stored: StoredCertificate): Promise<SignerCertificate> {
  return { ...stored, chain: await chainOf(db, stored.issuer) };
}
