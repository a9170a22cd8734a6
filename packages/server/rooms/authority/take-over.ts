/** Answers for CAs of a service that gave up its work: as it signed them at its end, since nobody has those keys any more (docs/decisions/0027). */
import { checkOcspResponse } from "@siegel/kernel/revocation/check-ocsp-response.ts";
import { type CertId, certIdMatchesIssuer } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { noNextUpdate } from "./authority-rules.ts";
import { DoesNotFit } from "./does-not-fit.ts";
import { readTakenOverAnswer, readTakenOverCas, saveTakenOverAnswer, saveTakenOverCa } from "./taken-over-store.ts";
import { unitCertificate } from "./unit-certificate.ts";

/** A CA with its last answers, by serial number (lower-case hex). */
type HandedOver = {
  readonly name: string;
  readonly certificate: Uint8Array;
  readonly answers: Iterable<readonly [serial: string, answer: Uint8Array]>;
};

/**
 * Takes over the answers of one CA. Each is looked at: it is about that certificate, signed by a responder of that CA, and says that no other
 * follows. Answers how many there are; once more, it changes nothing. @throws DoesNotFit
 */
export async function takeOver(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { name, certificate, answers }: HandedOver,
): Promise<number> {
  const ca = parseCertificate(certificate);
  const at = clock.now();
  const fingerprint = Buffer.from(ca.fingerprint).toString("hex");
  return await inTransaction(db, async (trx) => {
    const isFirst = await saveTakenOverCa(trx, { fingerprint, name, certificate, at });
    let taken = 0;
    for (const [serial, answer] of answers) {
      const response = parseOcspResponse(answer);
      const asked = { certificate: { issuer: ca.subject, serialNumber: serial }, issuer: ca };
      const checked = checkOcspResponse({ response, ...asked, at });
      if (!checked.ok) throw new DoesNotFit(`The answer about ${serial} of ${name} does not hold: ${checked.code}.`);
      const ends = response.status === "successful" ? response.responses.map((one) => one.nextUpdate) : [];
      if (ends.some((end) => end?.getTime() !== noNextUpdate.getTime()))
        throw new DoesNotFit(`The answer about ${serial} of ${name} is not a last one.`);
      await saveTakenOverAnswer(trx, { fingerprint, serial, answer });
      taken += 1;
    }
    const details = { name, fingerprint, answers: taken };
    if (isFirst) await recordEvent(trx, { at, type: "authority.taken-over", actor: { kind: "operator" }, details });
    return taken;
  });
}

/** The answer about a certificate of a CA that was taken over; null: there is none. A client that asks about several at once is not answered. */
export async function takenOverAnswer(db: Db, certIds: readonly CertId[]): Promise<Uint8Array | null> {
  const [certId, ...others] = certIds;
  if (certId === undefined || others.length > 0) return null;
  const ca = (await readTakenOverCas(db)).find((one) => certIdMatchesIssuer(certId, unitCertificate(one.certificate)));
  return ca === undefined ? null : await readTakenOverAnswer(db, ca.fingerprint, certId.serialNumber);
}
