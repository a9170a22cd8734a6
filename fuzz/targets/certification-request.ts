/** Requests for certificates (RFC 2986): read; only a request that was signed proves its key. */
import { DerError } from "../../packages/kernel/asn1/der.ts";
import {
  type CertificationRequest,
  parseRequest,
  provesItsKey,
} from "../../packages/kernel/x509/certification-request.ts";
import { formatName } from "../../packages/kernel/x509/name.ts";
import { mutateDer } from "../mutate/mutate-der.ts";
import { hexOf, structuresOf } from "../seeds/structures.ts";
import { mustHold, readThenJudge, type Target } from "../target.ts";

const seeds = structuresOf("certificationRequests");
const signed = new Set(seeds.map((der) => hexOf(parseRequest(der).info)));

/** Target `certification-request`. */
export const certificationRequest: Target = {
  name: "certification-request",
  seeds,
  mutate: mutateDer,
  run: readThenJudge(DerError, parseRequest, judge),
};

function judge(request: CertificationRequest): void {
  mustHold(!provesItsKey(request) || signed.has(hexOf(request.info)), "a changed request proves nothing");
  mustHold(typeof formatName(request.subject) === "string", "a subject that was read can be shown");
}
