/** What both timestamp adapters have in common: ask, then hand out no token that the kernel has not checked (T-006). */
import { checkTimestampToken } from "@siegel/kernel/timestamp/check-timestamp-token.ts";
import { buildTimestampRequest } from "@siegel/kernel/timestamp/request.ts";
import { parseTimestampResponse } from "@siegel/kernel/timestamp/token.ts";
import { type Certificate, parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { type TimestampPort, TimestampUnavailable } from "../../ports/timestamp.ts";
import { clockToleranceMs, untilReached } from "../time/foreign-clocks.ts";

/** Where tokens come from. `exchange` carries a DER TimeStampReq to an authority and its DER TimeStampResp back. */
export type TimestampSource = {
  readonly exchange: (request: Uint8Array) => Promise<Uint8Array>;
  /** DER of the roots that its units chain to. */
  readonly anchors: readonly Uint8Array[];
  /** Policy that is asked for and must be answered; null takes the authority's own. */
  readonly policy: string | null;
  readonly clock: Clock;
  readonly random: Random;
};

/** The port over a source. */
export function checkedTimestamp(source: TimestampSource): TimestampPort {
  const anchors = source.anchors.map((der) => parseCertificate(der));
  // The unit and its issuers as last checked: the next token most likely brings the same, and they need no second look.
  let certificates: readonly Certificate[] = [];
  return {
    anchors: source.anchors,
    stamp: async (imprint) => {
      try {
        const messageImprint = { digestAlgorithm: "sha256", digest: imprint } as const;
        const asked = {
          messageImprint,
          nonce: nonceOf(source.random),
          ...(source.policy === null ? {} : { policy: source.policy }),
        };
        const from = new Date(source.clock.now().getTime() - clockToleranceMs);
        const response = parseTimestampResponse(await source.exchange(buildTimestampRequest(asked)), certificates);
        if (response.status === "refused")
          throw new Error(`the authority refused: ${response.failure ?? "no reason"} ${response.text}`);
        const window = { from, to: new Date(source.clock.now().getTime() + clockToleranceMs) };
        const checked = checkTimestampToken({ token: response.token, ...asked, window, anchors, certificates });
        if (!checked.ok) throw new Error(`the token is refused: ${checked.code}`);
        // Whoever validates the signature later needs the unit's certificate; it was asked for (certReq).
        certificates = checked.chain;
        if (checked.chain.length < 2) throw new Error("the unit is its own anchor");
        // The status of its certificates has to be younger than the token, and is not taken from our future.
        await untilReached(source.clock, checked.info.genTime);
        return { token: response.token, genTime: checked.info.genTime };
      } catch (cause) {
        throw new TimestampUnavailable("no trustworthy timestamp now", { cause });
      }
    },
  };
}

/** 64 random bits without a leading zero byte, so that the number has one encoding. */
function nonceOf(random: Random): Uint8Array {
  const bytes = Uint8Array.from(random.bytes(8));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}
