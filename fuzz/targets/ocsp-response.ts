/** Answers of responders (RFC 6960 §4.2): read; a status is believed when an entitled responder signed those very bytes. */
import { NOW } from "../../fixtures/hierarchy.ts";
import { DerError } from "../../packages/kernel/asn1/der.ts";
import { checkOcspResponse } from "../../packages/kernel/revocation/check-ocsp-response.ts";
import { type OcspResponse, parseOcspResponse } from "../../packages/kernel/revocation/ocsp-response.ts";
import { mutateDer } from "../mutate/mutate-der.ts";
import { anchors, certificateOf, hexOf, structuresOf } from "../seeds/structures.ts";
import { mustHold, readThenJudge, type Target } from "../target.ts";

const seeds = structuresOf("statusResponses");
const signed = new Set(seeds.flatMap((der) => signedPartOf(parseOcspResponse(der))));
const [certificate, issuer] = [certificateOf("person"), certificateOf("issuingCa")];

/** Target `ocsp-response`. */
export const ocspResponse: Target = {
  name: "ocsp-response",
  seeds,
  mutate: mutateDer,
  run: readThenJudge(
    DerError,
    (input) => parseOcspResponse(input, anchors),
    (response) => {
      const check = checkOcspResponse({ response, certificate, issuer, at: NOW });
      mustHold(
        !check.ok || signedPartOf(response).every((part) => signed.has(part)),
        "a changed answer is not believed",
      );
    },
  ),
};

function signedPartOf(response: OcspResponse): string[] {
  return response.status === "successful" ? [hexOf(response.tbsResponseData)] : [];
}
