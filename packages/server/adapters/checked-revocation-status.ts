/** What both revocation adapters have in common: ask, then believe nothing that the kernel has not checked. */
import { checkCrl } from "@siegel/kernel/revocation/check-crl.ts";
import { checkOcspResponse } from "@siegel/kernel/revocation/check-ocsp-response.ts";
import { parseCrl } from "@siegel/kernel/revocation/crl.ts";
import { buildOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { type Certificate, parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import type { Clock } from "../ports/clock.ts";
import type { Random } from "../ports/random.ts";
import {
  type RevocationAnswer,
  type RevocationStatusPort,
  RevocationStatusUnavailable,
} from "../ports/revocation-status.ts";

/** A certificate in question and its issuer. */
export type Subject = { readonly certificate: Certificate; readonly issuer: Certificate };

/** Where answers come from: DER each, null where this source has none for the certificate. */
export type StatusSource = {
  readonly askOcsp: (request: Uint8Array, subject: Subject) => Promise<Uint8Array | null>;
  readonly readCrl: (subject: Subject) => Promise<Uint8Array | null>;
  readonly clock: Clock;
  readonly random: Random;
};

/** The port over a source: OCSP for end entities where there is a responder, else and for CAs the issuer's list. */
export function checkedRevocationStatus(source: StatusSource): RevocationStatusPort {
  return {
    status: async (query) => {
      const subject = { certificate: parseCertificate(query.certificate), issuer: parseCertificate(query.issuer) };
      const name = `certificate ${subject.certificate.serialNumber}`;
      try {
        const isCa = subject.certificate.basicConstraints?.ca === true;
        const answer = (isCa ? null : await byOcsp(source, subject, query.notBefore)) ?? (await byCrl(source, subject));
        if (answer === null) throw new Error("neither a responder nor a list speaks for it");
        return answer;
      } catch (cause) {
        throw new RevocationStatusUnavailable(`no usable revocation status of ${name}`, { cause });
      }
    },
  };
}

async function byOcsp(source: StatusSource, subject: Subject, notBefore: Date): Promise<RevocationAnswer | null> {
  const nonce = source.random.bytes(16);
  const der = await source.askOcsp(buildOcspRequest({ ...subject, nonce }), subject);
  if (der === null) return null;
  // The request's nonce comes back or the answer could be an old one; freshness is asked for as well, for responders without nonces elsewhere.
  const checked = checkOcspResponse({
    response: parseOcspResponse(der),
    ...subject,
    at: source.clock.now(),
    notBefore: wholeSecond(notBefore),
    nonce,
  });
  if (!checked.ok) throw new Error(`the OCSP response is refused: ${checked.code}`);
  return { kind: "ocsp", der, responderChain: [checked.responder.der], status: checked.status };
}

// A list is made at long intervals: it is current until its nextUpdate (ETSI EN 319 411-1 CSS-6.3.9), not younger than the signature.
async function byCrl(source: StatusSource, subject: Subject): Promise<RevocationAnswer | null> {
  const der = await source.readCrl(subject);
  if (der === null) return null;
  const checked = checkCrl({ crl: parseCrl(der), ...subject, at: source.clock.now() });
  if (!checked.ok) throw new Error(`the list is refused: ${checked.code}`);
  return { kind: "crl", der, status: checked.status };
}

// thisUpdate has whole seconds only.
const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000);
