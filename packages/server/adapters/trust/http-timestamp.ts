/** Timestamps over HTTP (RFC 3161 §3.4) from the authority at SIEGEL_TSA_URL. */
import { readFileSync } from "node:fs";
import type { TimestampPort } from "../../ports/timestamp.ts";
import { fetchBytes } from "../bounded-fetch.ts";
import { checkedTimestamp, type TimestampSource } from "./checked-timestamp.ts";

const timeoutMs = 5_000;
const responseBytesMax = 64 * 1024;

/** The authority at `url`; its units must chain to `anchors` (SIEGEL_TSA_ANCHOR). */
export function httpTimestamp(options: Omit<TimestampSource, "exchange"> & { readonly url: string }): TimestampPort {
  const exchange = async (request: Uint8Array): Promise<Uint8Array> =>
    await fetchBytes({
      url: options.url,
      method: "POST",
      body: request,
      contentType: "application/timestamp-query",
      accept: "application/timestamp-reply",
      timeoutMs,
      bytesMax: responseBytesMax,
    });
  return checkedTimestamp({ ...options, exchange });
}

/** The certificates of an anchor file, PEM (one or several) or DER. @throws when there is none in it */
export function readAnchorFile(file: string): Uint8Array[] {
  const content = readFileSync(file);
  const blocks = content
    .toString("latin1")
    .matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g);
  const pem = [...blocks].map(([, base64 = ""]) => new Uint8Array(Buffer.from(base64, "base64")));
  if (pem.length > 0) return pem;
  if (content[0] !== 0x30) throw new Error(`${file} holds no certificate`);
  return [new Uint8Array(content)];
}
