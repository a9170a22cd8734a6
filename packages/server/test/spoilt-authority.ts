/** The own authority in process, with answers spoilt on their way or a clock that is watched: what a signing service may have behind it. */
import { ownRevocationStatus } from "../adapters/trust/own-revocation-status.ts";
import { ownTimestamp } from "../adapters/trust/own-timestamp.ts";
import type { RevocationStatusPort } from "../ports/revocation-status.ts";
import type { TimestampPort } from "../ports/timestamp.ts";
import {
  crlOf,
  ocspResponse,
  type TimestampDeps,
  timestampPolicy,
  timestampResponse,
} from "../rooms/authority/authority.ts";
import type { SigningWorld } from "./signing-world.ts";

/** The answer to give instead of the honest one. */
export type Spoil = (request: Uint8Array, honest: () => Promise<Uint8Array>) => Promise<Uint8Array>;
/** The list to give instead of the honest one. */
export type SpoilList = () => Promise<Uint8Array | null>;

/** What is not as it should be; the rest is honest. */
export type Spoilt = {
  readonly ocsp?: Spoil;
  readonly crl?: SpoilList;
  readonly tsa?: Spoil;
  readonly trustedTime?: TimestampDeps["trustedTime"];
};

const honest: Spoil = (_, answer) => answer();

/** The ports of signing over the world's authority, spoilt like this. */
export function spoiltAuthority(
  { deps }: SigningWorld,
  { ocsp = honest, crl, tsa = honest, trustedTime = deps.trustedTime }: Spoilt,
): { readonly revocation: RevocationStatusPort; readonly timestamp: TimestampPort } {
  const { clock, random } = deps;
  return {
    revocation: ownRevocationStatus({
      clock,
      random,
      ocspResponse: async (request) => await ocsp(request, () => ocspResponse(deps, request)),
      crlOf: async (issuer) => (crl === undefined ? await crlOf(deps.db, issuer) : await crl()),
    }),
    timestamp: ownTimestamp({
      clock,
      random,
      anchors: deps.timestamp.anchors,
      policy: timestampPolicy,
      timestampResponse: async (request) =>
        await tsa(request, () => timestampResponse({ ...deps, trustedTime }, request)),
    }),
  };
}
