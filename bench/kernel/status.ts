/** `kernel.ocsp` and `kernel.crl10k`: what the authority makes, against the signature it cannot do without. */
import { createHash, sign } from "node:crypto";
import { checkOcspResponse } from "@siegel/kernel/revocation/check-ocsp-response.ts";
import { encodeRevoked, issueCrl, parseCrl, type RevokedCertificate } from "@siegel/kernel/revocation/crl.ts";
import { buildOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { daysFromNow, NOW } from "../../fixtures/hierarchy.ts";
import type { Bench } from "../figure.ts";
import { interleave, ratioOfRates, ratioOfTimes } from "../interleave.ts";
import { bareSign } from "./primitives.ts";
import { answerOcsp, makeTrust } from "./trust.ts";

const nonce = new Uint8Array(16).fill(0x41);

/** OCSP responses, from the request's bytes to the response's: at least 0.35 of the rate of bare signatures. */
export const ocspResponses: Bench = {
  name: "kernel.ocsp",
  floor: { at: "least", value: 0.4, goal: 0.75 },
  measure: async (effort) => {
    const trust = await makeTrust();
    const question = { certificate: trust.person.certificate, issuer: trust.issuingCa.certificate, nonce };
    const request = buildOcspRequest(question);
    const known = [trust.ocspSigner.certificate];
    const answering = {
      once: () => answerOcsp(trust, request),
      check: (responses: readonly Uint8Array[]) => {
        for (const der of responses) {
          const checked = checkOcspResponse({ response: parseOcspResponse(der, known), ...question, at: NOW });
          if (!checked.ok) throw new Error(`a response does not hold: ${checked.code}`);
        }
      },
    };
    const pairs = await interleave(answering, bareSign(trust.ocspSigner), {
      calls: 100,
      turns: 40,
      warmUp: 10_000,
      effort,
    });
    return ratioOfRates({ name: "kernel.ocsp", note: "request read and answered ÷ one P-256 signature" }, pairs);
  },
};

const entries = 10_000;
const revokedNumber = (number: number): RevokedCertificate => ({
  serialNumber: `5a${number.toString(16).padStart(30, "0")}`,
  revokedAt: daysFromNow(-1),
  reason: "keyCompromise",
});

/** One more entry on a list of 10,000: at most five times a digest of the list and one signature. */
export const crl10k: Bench = {
  name: "kernel.crl10k",
  floor: { at: "most", value: 2.5, goal: 1.2 },
  measure: async (effort) => {
    const { issuingCa } = await makeTrust();
    const before = encodeRevoked(Array.from({ length: entries }, (_, i) => revokedNumber(i)));
    const content = { issuer: issuingCa.certificate, crlNumber: 2n, thisUpdate: NOW, nextUpdate: daysFromNow(1) };
    const one = revokedNumber(entries);
    const issuing = {
      once: () => issueCrl({ ...content, before, revoked: [one] }, issuingCa.signer),
      check: (lists: readonly Uint8Array[]) => {
        const [list] = lists;
        const read = list === undefined ? null : parseCrl(list);
        if (read?.entries.size !== entries + 1 || !read.entries.has(one.serialNumber)) throw new Error("a bad list");
      },
    };
    const list = await issuing.once();
    const bare = () => [createHash("sha256").update(list).digest(), sign("sha256", nonce, issuingCa.privateKey)];
    const pairs = await interleave(issuing, { once: bare }, { calls: 20, turns: 15, warmUp: 300, effort });
    const note = `10,000 entries plus one, ${list.length} bytes ÷ one SHA-256 of it and one P-256 signature`;
    return ratioOfTimes({ name: "kernel.crl10k", note }, pairs);
  },
};
