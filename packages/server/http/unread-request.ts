/** Requests that Node cannot read, which reach no hook and no handler: answered in the wire's envelope all the same (decisions.md §3). */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

type Refused = { readonly status: number; readonly sentence: string };

/** By Node's code; everything else its parser complains of is no HTTP. */
const refusals: Readonly<Record<string, Refused>> = {
  HPE_HEADER_OVERFLOW: { status: 431, sentence: "The head of the request is too large." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, sentence: "The request did not arrive in time." },
};
const noHttp: Refused = { status: 400, sentence: "The request is not HTTP." };

/** Answers and closes: what follows on such a connection cannot be told apart. */
export function answerUnread(fault: { readonly code?: string | undefined }, socket: Socket): void {
  if (fault.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, sentence } = refusals[fault.code ?? ""] ?? noHttp;
  const body = JSON.stringify({ success: false, code: "INVALID_REQUEST", data: [sentence] });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
