/** What both revocation adapters have in common: ask, then believe nothing that the kernel has not checked. */
import { checkCrl } from "@siegel/kernel/revocation/check-crl.ts";
import { checkOcspResponse, type OcspCheck } from "@siegel/kernel/revocation/check-ocsp-response.ts";
import { type Crl, parseCrl } from "@siegel/kernel/revocation/crl.ts";
import { buildOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { type OcspResponse, parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import type { Certificate } from "@siegel/kernel/x509/certificate.ts";
import { knownCertificates } from "@siegel/kernel/x509/known-certificates.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import {
  type RevocationAnswer,
  type RevocationQuery,
  type RevocationStatusPort,
  RevocationStatusUnavailable,
} from "../../ports/revocation-status.ts";

import { untilReached, waitOut } from "../time/foreign-clocks.ts";

/** A certificate in question and its issuer. */
export type Subject = { readonly certificate: Certificate; readonly issuer: Certificate };

/** Where answers come from: DER each, null where this source has none for the certificate. */
export type StatusSource = {
  readonly askOcsp: (request: Uint8Array, subject: Subject) => Promise<Uint8Array | null>;
  readonly readCrl: (subject: Subject) => Promise<Uint8Array | null>;
  /** Its responder is one for all, and answers about several certificates in one response (RFC 5019 §2.1.1: not all do). */
  readonly answersSeveral: boolean;
  readonly clock: Clock;
  readonly random: Random;
};

/** A source, and what was last found good of each issuer: most likely it comes again, and its signature holds for ever. */
type Asker = StatusSource & {
  readonly responders: WeakMap<Certificate, Certificate>;
  readonly lists: WeakMap<Certificate, Crl>;
};

type Asked = Subject & { readonly notBefore: Date };

/** A response that was read, and what it has to bring back. */
type Response = { readonly der: Uint8Array; readonly nonce: Uint8Array; readonly read: OcspResponse };

/** What is asked in one call of the port, and what each issuer's responder said so far. */
type Batch = { readonly all: readonly Asked[]; readonly responses: Map<Certificate, Response> };

/** The port over a source: OCSP for end entities where there is a responder, else and for CAs the issuer's list. */
export function checkedRevocationStatus(source: StatusSource): RevocationStatusPort {
  const read = knownCertificates(64);
  const asker: Asker = { ...source, responders: new WeakMap(), lists: new WeakMap() };
  const asked = ({ certificate, issuer, notBefore }: RevocationQuery): Asked => ({
    certificate: read(certificate),
    issuer: read(issuer),
    notBefore,
  });
  return {
    status: async (queries) => {
      const batch: Batch = { all: queries.map(asked), responses: new Map() };
      const answers: RevocationAnswer[] = [];
      for (const subject of batch.all) {
        const answer = await answerFor(asker, subject, batch);
        answers.push(answer);
        if (answer.status.state !== "good") break;
      }
      return answers;
    },
  };
}

async function answerFor(asker: Asker, subject: Asked, batch: Batch): Promise<RevocationAnswer> {
  try {
    const answer = (isCa(subject) ? null : await byOcsp(asker, subject, batch)) ?? (await byCrl(asker, subject));
    if (answer === null) throw new Error("neither a responder nor a list speaks for it");
    return answer;
  } catch (cause) {
    const name = `certificate ${subject.certificate.serialNumber}`;
    throw new RevocationStatusUnavailable(`no usable revocation status of ${name}`, { cause });
  }
}

const isCa = ({ certificate }: Subject): boolean => certificate.basicConstraints?.ca === true;

async function byOcsp(asker: Asker, subject: Asked, batch: Batch): Promise<RevocationAnswer | null> {
  const { issuer } = subject;
  const first = await askAndCheck(asker, subject, batch);
  // A responder whose clock is a little behind the timestamp's says so of its newest answer too: asked a moment later, it has reached it.
  const isBehind = first !== null && !first.checked.ok && first.checked.code === "too-old";
  const askAgain = isBehind && (await waitOut(behindMs(first.read, subject)));
  if (askAgain) batch.responses.delete(issuer);
  const last = askAgain ? await askAndCheck(asker, subject, batch) : first;
  if (last === null) return null;
  const { der, checked } = last;
  if (!checked.ok) throw new Error(`the OCSP response is refused: ${checked.code}`);
  asker.responders.set(issuer, checked.responder);
  return { kind: "ocsp", der, responderChain: [checked.responder.der], status: checked.status };
}

async function askAndCheck(
  asker: Asker,
  subject: Asked,
  batch: Batch,
): Promise<(Response & { readonly checked: OcspCheck }) | null> {
  const { certificate, issuer } = subject;
  const response = batch.responses.get(issuer) ?? (await askResponder(asker, subject, batch));
  if (response === null) return null;
  await untilReached(asker.clock, latestIn(response.read));
  // The request's nonce comes back or the answer could be an old one; freshness is asked for as well, for responders without nonces elsewhere.
  const checked = checkOcspResponse({
    response: response.read,
    ...{ certificate, issuer, nonce: response.nonce },
    at: asker.clock.now(),
    notBefore: wholeSecond(subject.notBefore),
  });
  return { ...response, checked };
}

const timesIn = (response: OcspResponse): number[] =>
  response.status === "successful" ? response.responses.map(({ thisUpdate }) => thisUpdate.getTime()) : [];

function latestIn(response: OcspResponse): Date {
  const producedAt = response.status === "successful" ? response.producedAt.getTime() : 0;
  return new Date(Math.max(producedAt, ...timesIn(response)));
}

const behindMs = (response: OcspResponse, { notBefore }: Asked): number =>
  wholeSecond(notBefore).getTime() - Math.min(...timesIn(response));

/** Asks about a certificate, and where the responder answers several about all others of its issuer in the batch. */
async function askResponder(asker: Asker, subject: Asked, batch: Batch): Promise<Response | null> {
  const { certificate, issuer } = subject;
  const nonce = asker.random.bytes(16);
  const others = batch.all
    .filter((other) => asker.answersSeveral && other.issuer === issuer && other.certificate !== certificate)
    .filter((other) => !isCa(other))
    .map((other) => other.certificate);
  const responder = asker.responders.get(issuer);
  const der = await asker.askOcsp(buildOcspRequest({ certificate, others, issuer, nonce }), subject);
  if (der === null) return null;
  const response = { der, nonce, read: parseOcspResponse(der, responder === undefined ? [] : [responder]) };
  if (asker.answersSeveral) batch.responses.set(issuer, response);
  return response;
}

// A list is made at long intervals: it is current until its nextUpdate (ETSI EN 319 411-1 CSS-6.3.9), not younger than the signature.
async function byCrl(asker: Asker, { certificate, issuer }: Subject): Promise<RevocationAnswer | null> {
  const subject = { certificate, issuer };
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
