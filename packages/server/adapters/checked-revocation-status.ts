/** What both revocation adapters have in common: ask, then believe nothing that the kernel has not checked. */
import { checkCrl } from "@siegel/kernel/revocation/check-crl.ts";
import { checkOcspResponse } from "@siegel/kernel/revocation/check-ocsp-response.ts";
import { type Crl, parseCrl } from "@siegel/kernel/revocation/crl.ts";
import { buildOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import type { Certificate } from "@siegel/kernel/x509/certificate.ts";
import { knownCertificates } from "@siegel/kernel/x509/known-certificates.ts";
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

/** A source, and what was last found good of each issuer: most likely it comes again, and its signature holds for ever. */
type Asker = StatusSource & {
  readonly responders: WeakMap<Certificate, Certificate>;
  readonly lists: WeakMap<Certificate, Crl>;
};

/** The port over a source: OCSP for end entities where there is a responder, else and for CAs the issuer's list. */
export function checkedRevocationStatus(source: StatusSource): RevocationStatusPort {
  const read = knownCertificates(64);
  const asker: Asker = { ...source, responders: new WeakMap(), lists: new WeakMap() };
  return {
    status: async (query) => {
      const subject = { certificate: read(query.certificate), issuer: read(query.issuer) };
      const name = `certificate ${subject.certificate.serialNumber}`;
      try {
        const isCa = subject.certificate.basicConstraints?.ca === true;
        const answer = (isCa ? null : await byOcsp(asker, subject, query.notBefore)) ?? (await byCrl(asker, subject));
        if (answer === null) throw new Error("neither a responder nor a list speaks for it");
        return answer;
      } catch (cause) {
        throw new RevocationStatusUnavailable(`no usable revocation status of ${name}`, { cause });
      }
    },
  };
}

async function byOcsp(asker: Asker, subject: Subject, notBefore: Date): Promise<RevocationAnswer | null> {
  const nonce = asker.random.bytes(16);
  const responder = asker.responders.get(subject.issuer);
  const der = await asker.askOcsp(buildOcspRequest({ ...subject, nonce }), subject);
  if (der === null) return null;
  // The request's nonce comes back or the answer could be an old one; freshness is asked for as well, for responders without nonces elsewhere.
  const checked = checkOcspResponse({
    response: parseOcspResponse(der, responder === undefined ? [] : [responder]),
    ...subject,
    at: asker.clock.now(),
    notBefore: wholeSecond(notBefore),
    nonce,
  });
  if (!checked.ok) throw new Error(`the OCSP response is refused: ${checked.code}`);
  asker.responders.set(subject.issuer, checked.responder);
  return { kind: "ocsp", der, responderChain: [checked.responder.der], status: checked.status };
}

// A list is made at long intervals: it is current until its nextUpdate (ETSI EN 319 411-1 CSS-6.3.9), not younger than the signature.
async function byCrl(asker: Asker, subject: Subject): Promise<RevocationAnswer | null> {
  const der = await asker.readCrl(subject);
  if (der === null) return null;
  const last = asker.lists.get(subject.issuer);
  const crl = last !== undefined && Buffer.compare(last.der, der) === 0 ? last : parseCrl(der);
  const checked = checkCrl({ crl, ...subject, at: asker.clock.now() });
  if (!checked.ok) throw new Error(`the list is refused: ${checked.code}`);
  asker.lists.set(subject.issuer, crl);
  return { kind: "crl", der, status: checked.status };
}

// thisUpdate has whole seconds only.
const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000);
