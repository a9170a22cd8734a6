/** Requests for timestamps (RFC 3161 §2.4.1): what is read is stamped, and the token is about what was asked. */
import { makeHierarchy, NOW, TEST_POLICY } from "../../fixtures/hierarchy.ts";
import { parseTimestampRequest, type TimestampRequest } from "../../packages/kernel/timestamp/request.ts";
import {
  issueTimestampToken,
  parseTimestampResponse,
  parseTimestampToken,
  rejectTimestamp,
} from "../../packages/kernel/timestamp/token.ts";
import { mutateDer } from "../mutate/mutate-der.ts";
import { hexOf, structuresOf } from "../seeds/structures.ts";
import { mustHold, type Target } from "../target.ts";

/** Target `tsp-request`; its time-stamping unit is made for the run. */
export async function tspRequest(): Promise<Target> {
  const { tsu, issuingCa } = await makeHierarchy("ecdsa-p256-sha256");
  const stamp = async (request: TimestampRequest): Promise<void> => {
    const content = { policy: TEST_POLICY, serialNumber: Uint8Array.of(1), genTime: NOW, certificate: tsu.certificate };
    const token = await issueTimestampToken({ ...content, request, chain: [issuingCa.certificate] }, tsu.signer);
    const { info, signedData } = parseTimestampToken(token);
    const { messageImprint, nonceDer, certificatesRequested } = request;
    mustHold(hexOf(info.messageImprint.digest) === hexOf(messageImprint.digest), "the token is about the digest");
    mustHold(info.messageImprint.digestAlgorithm === messageImprint.digestAlgorithm, "the token names the digest");
    mustHold((info.nonceDer && hexOf(info.nonceDer)) === (nonceDer && hexOf(nonceDer)), "the nonce comes back");
    mustHold(signedData.certificates.length > 0 === certificatesRequested, "certificates come when asked for");
  };
  return {
    name: "tsp-request",
    seeds: structuresOf("timestampRequests"),
    mutate: mutateDer,
    run: async (input) => {
      const reading = parseTimestampRequest(input);
      if (!reading.ok) {
        const refusal = parseTimestampResponse(rejectTimestamp(reading.failure, "no"));
        mustHold(
          refusal.status === "refused" && refusal.failure === reading.failure,
          "a refusal is read as it was meant",
        );
        return false;
      }
      // The authority refuses another policy before it issues (rooms/authority).
      if (reading.request.policy === null || reading.request.policy === TEST_POLICY) await stamp(reading.request);
      return true;
    },
  };
}
