/** Requests that Node cannot read, and those for a tunnel, which reach no hook and no handler: answered in the wire's envelope all the same (decisions.md §3). */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

type Refused = { readonly status: number; readonly sentence: string };

/** By Node's code; everything else its parser complains of is no HTTP. */
const refusals: Readonly<Record<string, Refused>> = {
  HPE_HEADER_OVERFLOW: { status: 431, sentence: "The head of the request is too large." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, sentence: "The request did not arrive in time." },
};
const noHttp: Refused = { status: 400, sentence: "The request is not HTTP." };
const noProxy: Refused = { status: 400, sentence: "This server is no proxy." };

/** Long enough to read the answer. Node counts such a connection no more, and a client need never close its half. */
const reading_max_ms = 2_000;

type Fault = Error & { readonly code?: string | undefined };

/** The ears of a server: `noteRequest` hears its requests, `answerUnread` what was none, `answerConnect` who asks for a tunnel. */
export type UnreadRequests = {
  readonly noteRequest: (request: IncomingMessage, response: ServerResponse) => void;
  /** Answers and closes: later requests on such a connection could not be told apart. */
  readonly answerUnread: (fault: Fault, socket: Socket) => void;
  /** The same for CONNECT (RFC 9110 §9.3.6). */
  readonly answerConnect: (request: IncomingMessage, socket: Duplex) => void;
};

/** Those of one server. */
export function unreadRequests(): UnreadRequests {
  const due = new WeakMap<Duplex, Set<ServerResponse>>();
  const answer = (refused: Refused, socket: Duplex): void => {
    if (!socket.writable || [...(due.get(socket) ?? [])].some(isTakenForThis)) socket.destroy();
    else refuse(refused, socket);
  };
  return {
    noteRequest: ({ socket }, response) => {
      const answers = due.get(socket) ?? new Set();
      due.set(socket, answers.add(response));
      response.once("close", () => answers.delete(response));
    },
    answerUnread: (fault, socket) => {
      if (fault.code === "ECONNRESET") socket.destroy();
      else answer(refusals[fault.code ?? ""] ?? noHttp, socket);
    },
    answerConnect: (_request, socket) => {
      // Node no longer handles this socket: without a listener a reset by the client would end the process.
      socket.on("error", () => socket.destroy());
      answer(noProxy, socket);
    },
  };
}

/** Another answer is owed or half sent: ours would be read as that one, or as a part of it. */
const isTakenForThis = (response: ServerResponse): boolean => response.headersSent || response.req.complete;

function refuse({ status, sentence }: Refused, socket: Duplex): void {
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
