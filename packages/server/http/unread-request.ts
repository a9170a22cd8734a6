/** Requests that Node cannot read, which reach no hook and no handler: answered in the wire's envelope all the same (decisions.md §3). */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

type Refused = { readonly status: number; readonly sentence: string };

/** By Node's code; everything else its parser complains of is no HTTP. */
const refusals: Readonly<Record<string, Refused>> = {
  HPE_HEADER_OVERFLOW: { status: 431, sentence: "The head of the request is too large." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, sentence: "The request did not arrive in time." },
};
const noHttp: Refused = { status: 400, sentence: "The request is not HTTP." };

/** Long enough to read the answer. Node counts such a connection no more, and a client need never close its half. */
const reading_max_ms = 2_000;

type Fault = Error & { readonly code?: string | undefined };

/** The two ears of a server: `noteRequest` hears its requests, `answerUnread` what was none. */
export type UnreadRequests = {
  readonly noteRequest: (request: IncomingMessage, response: ServerResponse) => void;
  /** Answers and closes: what follows on such a connection cannot be told apart. */
  readonly answerUnread: (fault: Fault, socket: Socket) => void;
};

/** Those of one server. */
export function unreadRequests(): UnreadRequests {
  const due = new WeakMap<Socket, Set<ServerResponse>>();
  return {
    noteRequest: ({ socket }, response) => {
      const answers = due.get(socket) ?? new Set();
      due.set(socket, answers.add(response));
      response.once("close", () => answers.delete(response));
    },
    answerUnread: (fault, socket) => {
      if (fault.code === "ECONNRESET" || !socket.writable || [...(due.get(socket) ?? [])].some(isTakenForThis))
        socket.destroy();
      else refuse(fault, socket);
    },
  };
}

/** Another answer is owed or half sent: ours would be read as that one, or as a part of it. */
const isTakenForThis = (response: ServerResponse): boolean => response.headersSent || response.req.complete;

function refuse(fault: Fault, socket: Socket): void {
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
  // Not at once: a connection that is reset while the client still sends loses the answer.
  const cut = setTimeout(() => socket.destroy(), reading_max_ms);
  socket.once("close", () => clearTimeout(cut));
}
