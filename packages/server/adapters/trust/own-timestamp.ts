/** Timestamps from the own authority, in process: the same requests and answers as over HTTP. */
import type { TimestampPort } from "../../ports/timestamp.ts";
import { checkedTimestamp, type TimestampSource } from "./checked-timestamp.ts";

/** The own time-stamping authority; `timestampResponse` answers a DER TimeStampReq. */
export function ownTimestamp(
  own: Omit<TimestampSource, "exchange"> & { readonly timestampResponse: (request: Uint8Array) => Promise<Uint8Array> },
): TimestampPort {
  return checkedTimestamp({ ...own, exchange: own.timestampResponse });
}
