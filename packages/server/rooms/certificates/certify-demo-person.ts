/** A qualified certificate for somebody whom the demo calls met: as the page of their link makes it, without the link and its code. */
import { inTransaction } from "../../db/transaction.ts";
import type { PasswordBytes } from "../../ports/signing-module.ts";
import { type Identified, type MakeCertificateDeps, makeCertificate } from "./make-certificate.ts";

/** Makes key and certificate; answers the certificate's id. @throws when the service refuses it */
export async function certifyDemoPerson(
  deps: MakeCertificateDeps,
  {
    password,
    ...person
  }: Omit<Identified, "password" | "from" | "birthdate" | "language"> & { readonly password: string },
): Promise<string> {
  const bytes = new TextEncoder().encode(password) as PasswordBytes;
  const identified = { ...person, birthdate: "1980-05-17", password: bytes, language: "de", from: {} } as const;
  const made = await inTransaction(deps.db, async (db) => await makeCertificate({ ...deps, db }, identified));
  if (!made.ok) throw new Error(`no certificate: ${JSON.stringify(made)}`);
  return made.certificateId;
}
