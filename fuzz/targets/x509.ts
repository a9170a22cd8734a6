/** Certificates (RFC 5280): read, named, and never trusted when they are not the ones that were issued. */

import { NOW } from "../../fixtures/hierarchy.ts";
import { DerError } from "../../packages/kernel/asn1/der.ts";
import { type Certificate, parseCertificate } from "../../packages/kernel/x509/certificate.ts";
import { checkChain, sameCertificate } from "../../packages/kernel/x509/chain.ts";
import { formatName, nameAttribute, namesEqual, parseName } from "../../packages/kernel/x509/name.ts";
import { signingAlgorithmFor } from "../../packages/kernel/x509/signature-algorithm.ts";
import { mutateDer } from "../mutate/mutate-der.ts";
import { anchors, certificateOf, hexOf, structuresOf } from "../seeds/structures.ts";
import { mustHold, readThenJudge, type Target } from "../target.ts";

const seeds = structuresOf("certificates");
const issued = new Set(seeds.map(hexOf));
const intermediates = [certificateOf("issuingCa"), certificateOf("rsaIssuingCa")];
const person = certificateOf("person");

/** Target `x509`. */
export const x509: Target = {
  name: "x509",
  seeds,
  mutate: mutateDer,
  run: readThenJudge(DerError, (input) => parseCertificate(input), judge),
};

function judge(certificate: Certificate, input: Uint8Array): void {
  for (const name of [certificate.subject, certificate.issuer]) {
    mustHold(namesEqual(name, name.slice()), "a name equals itself");
    mustHold(parseName(name).length >= 0 && formatName(name).isWellFormed(), "a name can be shown");
    nameAttribute(name, "commonName");
  }
  signingAlgorithmFor(certificate.subjectPublicKeyInfo);
  mustHold(parseCertificate(input.slice(), [certificate]) === certificate, "a known certificate is not read again");
  const trusted = checkChain({ certificate, intermediates, anchors, at: NOW });
  mustHold(!trusted.ok || issued.has(hexOf(input)), "a changed certificate is not trusted");
  const issuing = checkChain({ certificate: person, intermediates: [certificate], anchors, at: NOW });
  mustHold(!issuing.ok || issued.has(hexOf(input)), "a changed certificate issues nothing");
  const asAnchor = checkChain({ certificate: person, intermediates, anchors: [certificate], at: NOW });
  const last = asAnchor.ok ? asAnchor.chain.at(-1) : certificate;
  mustHold(last !== undefined && sameCertificate(last, certificate), "a path ends at the anchor");
}
