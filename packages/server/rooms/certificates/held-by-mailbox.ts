/** The certificates of who reads a mailbox, of every level and sender, living or not. */
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { nameAttribute } from "@siegel/kernel/x509/name.ts";
import type { CertificateLevel } from "../../db/certificates-tables.ts";
import type { Db } from "../../db/database.ts";
import type { IssuedCertificate } from "../authority/authority.ts";
import { type FoundRow, readOfMailbox } from "./certificates-store.ts";
import { type HolderSecret, isAuthentic } from "./holder-mac.ts";
import { openPhone } from "./registered-phone.ts";

/** One of them. */
export type HeldByMailbox = Pick<IssuedCertificate, "issuer" | "serial" | "notBefore" | "notAfter"> & {
  readonly certificateId: string;
  readonly level: CertificateLevel;
  /** Who is named in it: the person, or the organisation that they seal for. */
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The same for all certificates of one person: who was met, or else their oldest certificate of that name. */
  readonly holderId: string;
  /** The registered phone (E.164); null for an advanced one, which has none. */
  readonly phone: string | null;
  /** No other has taken its place. */
  readonly isInUse: boolean;
};

/** Those of an address; rows that this service did not write are left out. */
export async function heldByMailbox(
  { db, holderSecret }: { readonly db: Db; readonly holderSecret: HolderSecret },
  email: string,
): Promise<HeldByMailbox[]> {
  const rows = (await readOfMailbox(db, email)).filter((row) => isAuthentic(holderSecret, row));
  const oldest = new Map<string, string>();
  for (const { foldedName, certificateId } of rows) if (!oldest.has(foldedName)) oldest.set(foldedName, certificateId);
  return rows.map((row) => {
    const { certificateId, level, issuer, serial, notBefore, notAfter, foldedName, isInUse } = row;
    const sealed = level === "qes" ? row.phone : null;
    return {
      ...{ certificateId, level, issuer, serial, notBefore, notAfter, isInUse },
      ...namesIn(row),
      holderId: row.personId ?? oldest.get(foldedName) ?? certificateId,
      phone: sealed === null ? null : openPhone(holderSecret, { certificateId, sealed }),
    };
  });
}

function namesIn({ certificate, serial }: FoundRow): Pick<HeldByMailbox, "name" | "firstName" | "lastName"> {
  const { subject } = parseCertificate(certificate);
  const name = nameAttribute(subject, "commonName") ?? serial;
  return {
    name,
    firstName: nameAttribute(subject, "givenName") ?? "",
    lastName: nameAttribute(subject, "surname") ?? name,
  };
}
