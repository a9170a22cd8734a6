/**
 * The public trust points (decisions.md §5): certificates and lists of the authority, OCSP (RFC 6960 appendix A), time stamps
 * (RFC 3161 §3.4). Plain http, no session, no cookie; whoever verifies a signature anywhere may ask.
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import {
  type AuthorityDeps,
  ocspResponse,
  publishedCertificate,
  publishedCrl,
  requestBytesMax,
  timestampResponse,
} from "../rooms/authority/authority.ts";

const asBuffer = { parseAs: "buffer", bodyLimit: requestBytesMax } as const;

/** Registers `/pki/*`. */
export function pkiRoutes(app: FastifyInstance, deps: AuthorityDeps): void {
  app.register(async (pki) => {
    for (const type of ["application/ocsp-request", "application/timestamp-query"]) {
      pki.addContentTypeParser(type, asBuffer, (_request, body, done) => done(null, body));
    }
    publicationRoutes(pki, deps);
    ocspRoutes(pki, deps);
    timestampRoutes(pki, deps);
  });
}

function publicationRoutes(pki: FastifyInstance, deps: AuthorityDeps): void {
  pki.get<{ Params: { file: string } }>("/pki/ca/:file", async (request, reply) => {
    const name = request.params.file.match(/^([a-z0-9-]{1,64})\.cer$/)?.[1];
    const certificate = name === undefined ? null : await publishedCertificate(deps.db, name);
    // RFC 2585 §4: one DER certificate.
    return sendDer(reply, { der: certificate, type: "application/pkix-cert", maxAgeS: 86_400 });
  });
  pki.get<{ Params: { file: string } }>("/pki/crl/:file", async (request, reply) => {
    const name = request.params.file.match(/^([a-z0-9-]{1,64})\.crl$/)?.[1];
    const crl = name === undefined ? null : await publishedCrl(deps.db, name);
    return sendDer(reply, { der: crl, type: "application/pkix-crl", maxAgeS: 60 });
  });
}

function ocspRoutes(pki: FastifyInstance, deps: AuthorityDeps): void {
  const type = "application/ocsp-response";
  pki.post("/pki/ocsp", async (request, reply) => {
    if (!Buffer.isBuffer(request.body)) return reply.code(415).send();
    return sendDer(reply, { der: await ocspResponse(deps, new Uint8Array(request.body)), type, maxAgeS: 0 });
  });
  // RFC 6960 appendix A.1: the base64 of the request, percent-encoded, after the address. Base64 has slashes, so the rest of the path is it.
  pki.get("/pki/ocsp/*", async (request, reply) => {
    const encoded = decodeOnce(request.raw.url?.slice("/pki/ocsp/".length) ?? "");
    if (encoded === null || encoded.length > requestBytesMax || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded))
      return reply.code(400).send();
    return sendDer(reply, {
      der: await ocspResponse(deps, new Uint8Array(Buffer.from(encoded, "base64"))),
      type,
      maxAgeS: 0,
    });
  });
}

function timestampRoutes(pki: FastifyInstance, deps: AuthorityDeps): void {
  pki.post("/pki/tsa", async (request, reply) => {
    if (!Buffer.isBuffer(request.body)) return reply.code(415).send();
    const der = await timestampResponse(deps, new Uint8Array(request.body));
    return sendDer(reply, { der, type: "application/timestamp-reply", maxAgeS: 0 });
  });
}

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (malformed) {
    if (malformed instanceof URIError) return null;
    throw malformed;
  }
}

function sendDer(reply: FastifyReply, answer: { der: Uint8Array | null; type: string; maxAgeS: number }): FastifyReply {
  if (answer.der === null) return reply.code(404).send();
  return reply
    .header("content-type", answer.type)
    .header("cache-control", answer.maxAgeS === 0 ? "no-store" : `public, max-age=${answer.maxAgeS}`)
    .send(Buffer.from(answer.der));
}
