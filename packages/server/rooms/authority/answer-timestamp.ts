/** The time-stamping authority (RFC 3161, ETSI EN 319 421 and 422). */
import {
  parseTimestampRequest,
  type TimestampFailure,
  type TimestampRequest,
} from "@siegel/kernel/timestamp/request.ts";
import { grantTimestamp, issueTimestampToken, rejectTimestamp } from "@siegel/kernel/timestamp/token.ts";
import { TimeNotTrusted } from "../../ports/clock.ts";
import type { TimestampDeps } from "./authority-deps.ts";
import { keyUseEnd, timestampPolicy } from "./authority-rules.ts";
import { keyOf, readActiveUnitWithIssuer } from "./authority-store.ts";
import { unitCertificate } from "./unit-certificate.ts";

const texts: Record<TimestampFailure, string> = {
  badAlg: "the digest algorithm is not accepted",
  badRequest: "only requests of version 1 are answered",
  badDataFormat: "the request is not a well-formed TimeStampReq",
  timeNotAvailable: "no trustworthy time is available",
  unacceptedPolicy: "the policy asked for is not this authority's",
  unacceptedExtension: "extensions are not accepted",
  addInfoNotAvailable: "the additional information is not available",
  systemFailure: "the time-stamping unit is not available",
};

/**
 * DER of the TimeStampResp to a DER TimeStampReq; a refusal names its PKIFailureInfo (RFC 3161 §2.4.2).
 * @throws SigningRefusal when the unit's key does not fit its certificate
 */
export async function timestampResponse(deps: TimestampDeps, requestDer: Uint8Array): Promise<Uint8Array> {
  const reading = parseTimestampRequest(requestDer);
  if (!reading.ok) return refuse(reading.failure);
  const { request } = reading;
  if (request.policy !== null && request.policy !== timestampPolicy) return refuse("unacceptedPolicy");
  return await stamp(deps, request);
}

/** DER of the refusal when the authority itself fails. */
export const timestampSystemFailure = (): Uint8Array => refuse("systemFailure");

async function stamp(deps: TimestampDeps, request: TimestampRequest): Promise<Uint8Array> {
  const active = await readActiveUnitWithIssuer(deps.db, "tsu");
  const now = attested(deps);
  // EN 319 421 TIS-7.7.2-06: no time at all is better than a wrong one.
  if (now === null) return refuse("timeNotAvailable");
  // EN 319 421 TIS-7.7.1-09: nothing is stamped before the unit's certificate is valid, nor after its key's use has ended.
  if (active === null || now < active.unit.notBefore || now >= keyUseEnd(active.unit)) return refuse("systemFailure");
  const { unit, issuer } = active;
  const token = await issueTimestampToken(
    {
      request,
      policy: timestampPolicy,
      // 128 random bits: unique without asking anybody, and silent about how many stamps there are.
      serialNumber: deps.random.bytes(16),
      // decisions.md §8: whole seconds, rounded down.
      genTime: new Date(Math.floor(now.getTime() / 1000) * 1000),
      certificate: unitCertificate(unit.certificate),
      chain: [unitCertificate(issuer.certificate)],
    },
    await deps.keys.signer(keyOf(unit)),
  );
  return grantTimestamp(token);
}

function attested({ trustedTime }: TimestampDeps): Date | null {
  try {
    return trustedTime.attest();
  } catch (fault) {
    if (fault instanceof TimeNotTrusted) return null;
    throw fault;
  }
}

const refuse = (failure: TimestampFailure): Uint8Array => rejectTimestamp(failure, texts[failure]);
