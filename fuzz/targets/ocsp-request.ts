/** Questions to the responder (RFC 6960 §4.1): what is read is answered, and the answer is about what was asked. */
import { daysFromNow, makeHierarchy, NOW } from "../../fixtures/hierarchy.ts";
import { DerError } from "../../packages/kernel/asn1/der.ts";
import {
  certIdMatchesIssuer,
  type OcspRequest,
  parseOcspRequest,
} from "../../packages/kernel/revocation/ocsp-request.ts";
import { issueOcspResponse, parseOcspResponse } from "../../packages/kernel/revocation/ocsp-response.ts";
import { mutateDer } from "../mutate/mutate-der.ts";
import { certificateOf, hexOf, structuresOf } from "../seeds/structures.ts";
import { mustHold, type Target, unlessRefused } from "../target.ts";

/** Target `ocsp-request`; its responder is made for the run. */
export async function ocspRequest(): Promise<Target> {
  const { ocspSigner } = await makeHierarchy("ecdsa-p256-sha256");
  const issuer = certificateOf("issuingCa");
  const respond = async ({ certIds, nonce }: OcspRequest): Promise<void> => {
    for (const certId of certIds) certIdMatchesIssuer(certId, issuer);
    const answers = certIds.map((certId) => ({
      certId,
      status: { state: "unknown" } as const,
      thisUpdate: NOW,
      nextUpdate: daysFromNow(1),
    }));
    const content = { responder: ocspSigner.certificate, producedAt: NOW, answers, nonce };
    const read = parseOcspResponse(await issueOcspResponse(content, ocspSigner.signer));
    mustHold(read.status === "successful", "an answer is an answer");
    const echoed = read.nonce === null ? null : hexOf(read.nonce);
    mustHold(echoed === (nonce && hexOf(nonce)), "the nonce comes back");
    const asked = certIds.map(({ der }) => hexOf(der)).join();
    mustHold(
      read.responses.map(({ certId }) => hexOf(certId.der)).join() === asked,
      "the answer is about what was asked",
    );
  };
  return {
    name: "ocsp-request",
    seeds: structuresOf("statusRequests"),
    mutate: mutateDer,
    run: async (input) => {
      const request = unlessRefused(DerError, () => parseOcspRequest(input));
      if (request === undefined) return false;
      await respond(request);
      return true;
    },
  };
}
