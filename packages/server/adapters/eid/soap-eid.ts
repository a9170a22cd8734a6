/** An eID-Server (TR-03130-1): two signed messages over HTTP; with https our key is the client's certificate too. */
import type { X509Certificate } from "node:crypto";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Element } from "@xmldom/xmldom";
import type { Clock } from "../../ports/clock.ts";
import type { EidServer } from "../../ports/eid.ts";
import type { Random } from "../../ports/random.ts";
import type { XmlSigner } from "./signed-xml.ts";
import { clientLink, errorTcToken, tcToken } from "./tc-token.ts";

/** How the server is reached. */
export type SoapEidSettings = {
  readonly url: string;
  /** Where the client on people's devices answers. */
  readonly clientUrl: string;
  /** What signs our messages. */
  readonly signer: () => Promise<XmlSigner>;
  /** What signs its answers: the one certificate that counts. */
  readonly serverCertificate: () => Promise<X509Certificate>;
  readonly clock: Clock;
  readonly random: Random;
  readonly timeoutMs?: number;
};

/** Loaded with the first message: a service starts without them. */
const messages = () => import("./soap-messages.ts");
const signedXml = () => import("./signed-xml.ts");

/** A person waits for it. */
const request_timeout_ms = 8_000;

/** Speaks to the server. Nothing is asked before somebody wants to be identified. */
export function soapEid(settings: SoapEidSettings): EidServer {
  return {
    kind: "server",
    name: new URL(settings.url).host,
    open: async ({ transactionInfo }) => {
      try {
        const { useIdRequest, readUseIdResponse } = await messages();
        const { body } = await ask(settings, "useID", useIdRequest(transactionInfo));
        return { kind: "opened", session: readUseIdResponse(body) };
      } catch (cause) {
        return { kind: "away", cause };
      }
    },
    clientLink: (tokenUrl, device) => clientLink(settings.clientUrl, tokenUrl, device),
    token: ({ session, refreshUrl, errorUrl }) =>
      session === null
        ? errorTcToken(errorUrl)
        : tcToken(session, { refreshAddress: refreshUrl, errorAddress: errorUrl }),
    result: async (session) => {
      try {
        const { getResultRequest, readGetResultResponse } = await messages();
        const { body, evidence } = await ask(settings, "getResult", getResultRequest(session));
        return readGetResultResponse(body, { evidence, now: settings.clock.now() });
      } catch (cause) {
        // Also an answer that the server did not sign: nothing is known, and nobody else may end an identification.
        return { state: "away", cause };
      }
    },
  };
}

type Answer = { readonly body: Element; readonly evidence: Uint8Array };

/** @throws where there is no answer, or none that the server has signed */
async function ask(settings: SoapEidSettings, operation: "useID" | "getResult", xml: string): Promise<Answer> {
  const { clock, random } = settings;
  const { answer_bytes_max, readSigned, signMessage } = await signedXml();
  const signer = await settings.signer();
  const certificate = await settings.serverCertificate();
  const id = Buffer.from(random.bytes(16)).toString("hex");
  const message = signMessage(xml, { ...signer, now: clock.now(), id });
  const evidence = await post(settings, { operation, message, signer, bytesMax: answer_bytes_max });
  return { body: readSigned(evidence, { certificate, now: clock.now() }), evidence };
}

type Message = {
  readonly operation: string;
  readonly message: Uint8Array;
  readonly signer: XmlSigner;
  /** Of its answer. */
  readonly bytesMax: number;
};

/** The bytes of a 200 answer. @throws after `timeoutMs`, or where it is too large */
async function post({ url, timeoutMs = request_timeout_ms }: SoapEidSettings, sent: Message): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await send(url, sent, signal);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer) {
    size += (part as Uint8Array).length;
    if (size > sent.bytesMax) throw new Error("the eID-Server's answer is too long");
    parts.push(part as Uint8Array);
  }
  if (answer.statusCode !== 200) throw new Error(`the eID-Server answered ${answer.statusCode}`);
  return Buffer.concat(parts);
}

function send(url: string, { operation, message, signer }: Message, signal: AbortSignal): Promise<IncomingMessage> {
  const isSecure = url.startsWith("https:");
  const tls = {
    key: signer.key.export({ type: "pkcs8", format: "pem" }),
    cert: signer.certificate.toString(),
    minVersion: "TLSv1.2",
  } as const;
  const options = {
    method: "POST",
    headers: {
      "content-type": "text/xml; charset=utf-8",
      "content-length": message.length,
      soapaction: `"http://bsi.bund.de/eID/${operation}"`,
    },
    // A connection of its own: there are few, and none is kept open that the other side may have given up.
    agent: false,
    signal,
    ...(isSecure ? tls : {}),
  } as const;
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)(url, options, resolve);
    request.on("error", reject);
    request.end(message);
  });
}
