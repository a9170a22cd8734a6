/** Sends a long body in parts, so that who sends takes no longer turns than who reads: both are one thread in a test. */
import { request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

const part_bytes = 64 * 1024;

/** Posts JSON; the answer's status and its text. */
export async function postInParts(
  url: string,
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const sent = request(url, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": `${body.length}`, ...headers },
  });
  const answered = new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (response) => {
      text(response).then((said) => resolve({ status: response.statusCode, text: said }), reject);
    });
  });
  await pipeline(Readable.from(partsOf(body)), sent);
  return await answered;
}

function* partsOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += part_bytes) yield body.subarray(at, at + part_bytes);
}
