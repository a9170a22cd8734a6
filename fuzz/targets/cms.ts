/** SignedData (RFC 5652): read and verified; what holds was signed by the person who signed the seeds. */
import { message } from "../../fixtures/detached-signature.ts";
import { DerError } from "../../packages/kernel/asn1/der.ts";
import { addSignatureTimestamp, parseSignedData, type SignedData } from "../../packages/kernel/cms/signed-data.ts";
import { verifySignedData } from "../../packages/kernel/cms/verify-signed-data.ts";
import { digestOf } from "../../packages/kernel/x509/signature-algorithm.ts";
import { mutateDer } from "../mutate/mutate-der.ts";
import { certificateOf, hexOf, structuresOf } from "../seeds/structures.ts";
import { mustHold, readThenJudge, type Target } from "../target.ts";

const seeds = structuresOf("signedData", "tokens");
const signed = new Set(seeds.map((der) => hexOf(parseSignedData(der).signerInfo.signedAttributesDer)));
const holders = new Set(["person", "rsaPerson", "tsu"].map((name) => hexOf(certificateOf(name).der)));
const [token = new Uint8Array()] = structuresOf("tokens");

/** Target `cms`. */
export const cms: Target = {
  name: "cms",
  seeds,
  mutate: mutateDer,
  run: readThenJudge(DerError, (input) => parseSignedData(input), judge),
};

function judge(signedData: SignedData): void {
  const { digestAlgorithm, signedAttributesDer, unsignedAttributes } = signedData.signerInfo;
  const contentDigest = digestAlgorithm && { contentDigest: digestOf(digestAlgorithm, message) };
  for (const profile of ["pades", "timestamp"] as const) {
    const { signer, findings } = verifySignedData({ signedData, profile, ...contentDigest });
    if (findings.length > 0) continue;
    mustHold(signed.has(hexOf(signedAttributesDer)), "signed attributes that hold are those that were signed");
    // The tokens' units differ from each other, but nobody else may be taken for one.
    mustHold(
      signer !== null && (profile === "timestamp" || holders.has(hexOf(signer.der))),
      "the signer is the one who signed",
    );
  }
  if (unsignedAttributes.length > 0) return;
  const stamped = parseSignedData(addSignatureTimestamp(signedData.der, token));
  mustHold(
    hexOf(stamped.signerInfo.signature) === hexOf(signedData.signerInfo.signature),
    "a timestamp changes no signature",
  );
  mustHold(stamped.signerInfo.unsignedAttributes.length === 1, "a timestamp is found again");
}
