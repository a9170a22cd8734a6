/** Where real eID clients connect (TR-03124-1 §2.5.2): PAOS over TLS 1.2 with the session's pre-shared key. */
import { createHash, randomUUID, type X509Certificate } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createHttpsServer, type Server as HttpsServer } from "node:https";
import { createServer, type Server } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import type { RelyingParty } from "./cv-certificates.ts";
import type { EidSigner } from "./envelope.ts";
import { envelope, readClientMessage } from "./paos-messages.ts";
import { type CardReading, readCard } from "./read-card.ts";
import type { EidSessions } from "./sessions.ts";

/** `relyingParty`: the service's origin, whose TLS certificate clients are told. */
export type CardChannelDeps = {
  readonly sessions: EidSessions;
  readonly channelKey: () => Promise<EidSigner>;
  readonly relyingParty: string;
  readonly now: () => Date;
  readonly note: (text: string) => void;
};

/** TR-03124-1 §4.4: what clients offer. OpenSSL keeps them out at its usual level, because they have no forward secrecy. */
const ciphers = "RSA-PSK-AES256-GCM-SHA384:RSA-PSK-AES128-GCM-SHA256:@SECLEVEL=0";
const message_bytes_max = 262_144;
const party_timeout_ms = 3_000;

/** Not listening yet. The key, which takes a while to make, is made when the first client connects. */
export function cardChannel(deps: CardChannelDeps): Server {
  let opened: Promise<HttpsServer> | null = null;
  const channel = (): Promise<HttpsServer> => {
    opened ??= openChannel(deps);
    return opened;
  };
  const connected = new Set<{ destroy: () => void }>();
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    connected.add(socket);
    socket.once("close", () => connected.delete(socket));
    channel().then(
      (https) => https.emit("connection", socket),
      (fault: unknown) => {
        deps.note(`no card can be read: ${String(fault)}`);
        socket.destroy();
      },
    );
  });
  // Clients keep their connection open; who stops does not wait for them.
  const close = server.close.bind(server);
  server.close = (done) => {
    for (const socket of connected) socket.destroy();
    return close(done);
  };
  return server;
}

type Reading = { readonly pskId: string; readonly next: CardReading };

async function openChannel(deps: CardChannelDeps): Promise<HttpsServer> {
  const { key, certificate } = await deps.channelKey();
  const identities = new WeakMap<object, string>();
  const readings = new Map<string, Reading>();
  const party = (): Promise<RelyingParty> => partyOf(deps.relyingParty, certificate);
  const https = createHttpsServer(
    {
      key: key.export({ type: "pkcs8", format: "pem" }),
      cert: certificate.toString(),
      ...{ minVersion: "TLSv1.2", maxVersion: "TLSv1.2", ciphers },
      pskCallback: (socket, identity) => {
        const session = deps.sessions.pendingOf(identity);
        if (session === null) return null;
        identities.set(socket, identity);
        return Buffer.from(session.psk, "hex");
      },
    },
    (request, response) => {
      const pskId = identities.get(request.socket) ?? "";
      answer(deps, { pskId, readings, party }, request).then(
        (body) => send(response, body),
        (fault: unknown) => {
          deps.note(`reading a card failed: ${String(fault)}`);
          response.writeHead(500).end();
        },
      );
    },
  );
  https.on("tlsClientError", (fault) => deps.note(`no channel to a client: ${fault.message}`));
  return https;
}

type At = {
  readonly pskId: string;
  readonly readings: Map<string, Reading>;
  readonly party: () => Promise<RelyingParty>;
};

async function answer(deps: CardChannelDeps, at: At, request: IncomingMessage): Promise<string> {
  const message = readClientMessage(await textOf(request));
  const session = deps.sessions.pendingOf(at.pskId);
  if (session === null) throw new Error("the session is over");
  if (message.kind === "start")
    at.readings.set(at.pskId, { pskId: at.pskId, next: readCard(session, { now: deps.now, party: at.party }) });
  const reading = at.readings.get(at.pskId);
  if (reading === undefined) throw new Error("the client did not begin");
  const { body, result } = await reading.next(message);
  if (result !== null) {
    at.readings.delete(at.pskId);
    deps.sessions.settle(at.pskId, result);
  }
  return envelope(body, { to: message.id, id: randomUUID() });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Uint8Array).length;
    if (size > message_bytes_max) throw new Error("the message is too long");
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts).toString();
}

function send(response: ServerResponse, body: string): void {
  response.writeHead(200, { "content-type": "application/vnd.paos+xml; charset=utf-8" }).end(body);
}

/** The service that asks, with the hashes that a client compares: of this channel's certificate, and of the service's own. */
async function partyOf(origin: string, own: X509Certificate): Promise<RelyingParty> {
  const certificates = [own.raw, ...(origin.startsWith("https:") ? [await certificateAt(origin)] : [])];
  return { origin, certificateHashes: certificates.map((der) => createHash("sha256").update(der).digest()) };
}

/** The certificate that a server shows, of any issuer. */
function certificateAt(origin: string): Promise<Uint8Array> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect(
      { host: hostname, port: port === "" ? 443 : Number(port), rejectUnauthorized: false, timeout: party_timeout_ms },
      () => {
        resolve(socket.getPeerCertificate().raw);
        socket.end();
      },
    );
    socket.once("error", reject);
    socket.once("timeout", () => socket.destroy(new Error(`${origin} does not answer`)));
  });
}
