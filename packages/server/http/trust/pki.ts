/**
 * The public trust points (decisions.md §5): certificates and lists of the authority, OCSP (RFC 6960 appendix A), time stamps
 * (RFC 3161 §3.4). Plain http, no session, no cookie; whoever verifies a signature anywhere may ask.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../ports/clock.ts";
import {
  type AuthorityDeps,
  ocspInternalError,
  ocspResponse,
  type Published,
  publishedCertificate,
  publishedCrl,
  requestBytesMax,
  type TimestampDeps,
  timestampResponse,
  timestampSystemFailure,
} from "../../rooms/authority/authority.ts";
import { type BoundWork, boundAddresses, boundWork } from "../wire/address-bound.ts";
import { isUnchanged } from "../wire/byte-range.ts";
import type { DescribedExtensions } from "../wire/serve-call.ts";

/** A trust point in the API's description: bytes in, bytes out, and no key. */
const described = (operationId: string, summary: string, bytes: DescribedExtensions) => ({
  schema: { operationId, summary, tags: ["trust"], security: [], ...bytes } as object,
});
const ocsp = { "x-answers": "application/ocsp-response" };

const asBuffer = { parseAs: "buffer", bodyLimit: requestBytesMax } as const;

/** Registers `/pki/*`. Bounded by address and in all: own signatures ask the authority in process and are not counted here. */
export function pkiRoutes(app: FastifyInstance, deps: TimestampDeps): void {
  app.register(async (pki) => {
    pki.addHook("onRequest", boundAddresses(deps.clock));
    const bound = boundWork();
    const answer = answerer(bound);
    for (const type of ["application/ocsp-request", "application/timestamp-query"]) {
      pki.addContentTypeParser(type, asBuffer, (_request, body, done) => done(null, body));
    }
    publicationRoutes(pki, deps, bound);
    ocspRoutes(pki, deps, answer);
    timestampRoutes(pki, deps, answer);
  });
}

function publicationRoutes(pki: FastifyInstance, deps: AuthorityDeps, bound: BoundWork): void {
  const sendPublished = publishedSender(deps.clock);
  const certificates = described("getAuthorityCertificate", "Download a certificate of the authority", {
    "x-answers": "application/pkix-cert",
  });
  pki.get<{ Params: { file: string } }>("/pki/ca/:file", certificates, async (request, reply) => {
    const name = request.params.file.match(/^([a-z0-9-]{1,64})\.cer$/)?.[1];
    const certificate = name === undefined ? null : await bound(request.ip, () => publishedCertificate(deps.db, name));
    // RFC 2585 §4: one DER certificate.
    return sendPublished(request, reply, {
      published: certificate,
      type: "application/pkix-cert",
      caching: "public, max-age=86400",
    });
  });
  const lists = described("getRevocationList", "Download a revocation list (RFC 5280)", {
    "x-answers": "application/pkix-crl",
  });
  pki.get<{ Params: { file: string } }>("/pki/crl/:file", lists, async (request, reply) => {
    const name = request.params.file.match(/^([a-z0-9-]{1,64})\.crl$/)?.[1];
    const crl = name === undefined ? null : await bound(request.ip, () => publishedCrl(deps.db, name));
    // A list that was stored is asked about each time: a revocation is told at once.
    return sendPublished(request, reply, { published: crl, type: "application/pkix-crl", caching: "public, no-cache" });
  });
}

/** A signed answer to make of a body, and the unsigned one that says it could not be made. */
type Order = {
  readonly type: string;
  readonly body: Uint8Array;
  readonly make: (body: Uint8Array) => Promise<Uint8Array>;
  readonly failure: () => Uint8Array;
};
type Answerer = (request: FastifyRequest, reply: FastifyReply, order: Order) => Promise<FastifyReply>;

function answerer(bound: BoundWork): Answerer {
  return async (request, reply, { type, body, make, failure }) => {
    const der = await bound(request.ip, () =>
      make(body).catch((fault: unknown) => {
        request.log.error({ fault }, "a trust point failed");
        return failure();
      }),
    );
    return sendDer(reply, { der, type });
  };
}

function ocspRoutes(pki: FastifyInstance, deps: AuthorityDeps, answer: Answerer): void {
  const order = {
    type: "application/ocsp-response",
    make: (body: Uint8Array) => ocspResponse(deps, body),
    failure: ocspInternalError,
  };
  const asked = described("postOcsp", "Ask for a certificate's status (RFC 6960)", {
    "x-takes": ["application/ocsp-request"],
    ...ocsp,
  });
  pki.post("/pki/ocsp", asked, async (request, reply) => {
    if (!Buffer.isBuffer(request.body)) return reply.code(415).send();
    return await answer(request, reply, { ...order, body: new Uint8Array(request.body) });
  });
  // RFC 6960 appendix A.1: the base64 of the request, percent-encoded, after the address. Base64 has slashes, so the rest of the path is it.
  const inAddress = described("getOcsp", "Ask for a certificate's status in the address (RFC 6960, A.1)", ocsp);
  pki.get("/pki/ocsp/*", inAddress, async (request, reply) => {
    const encoded = decodeOnce(request.raw.url?.slice("/pki/ocsp/".length) ?? "");
    if (encoded === null || encoded.length > requestBytesMax || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded))
      return reply.code(400).send();
    return await answer(request, reply, { ...order, body: new Uint8Array(Buffer.from(encoded, "base64")) });
  });
}

function timestampRoutes(pki: FastifyInstance, deps: TimestampDeps, answer: Answerer): void {
  const stamps = described("postTimestamp", "Ask for a timestamp (RFC 3161)", {
    "x-takes": ["application/timestamp-query"],
    "x-answers": "application/timestamp-reply",
  });
  pki.post("/pki/tsa", stamps, async (request, reply) => {
    if (!Buffer.isBuffer(request.body)) return reply.code(415).send();
    return await answer(request, reply, {
      type: "application/timestamp-reply",
      body: new Uint8Array(request.body),
      make: (body) => timestampResponse(deps, body),
      failure: timestampSystemFailure,
    });
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

function sendDer(reply: FastifyReply, { der, type }: { der: Uint8Array | "busy"; type: string }): FastifyReply {
  if (der === "busy") return reply.code(503).header("retry-after", "1").send();
  return reply.header("content-type", type).header("cache-control", "no-store").send(Buffer.from(der));
}

type ToSend = { readonly published: Published | "busy" | null; readonly type: string; readonly caching: string };

/** Two lists of one second have one date, so a date is told once that second is long over. */
const dated_after_ms = 60_000;

type SendPublished = (request: FastifyRequest, reply: FastifyReply, answer: ToSend) => FastifyReply;

/** Sends a certificate or list, or says that it is the one that the client has (RFC 9110 §13). */
function publishedSender(clock: Clock): SendPublished {
  return (request, reply, { published, type, caching }) => {
    if (published === "busy") return reply.code(503).header("retry-after", "1").send();
    if (published === null) return reply.code(404).send();
    const { der, version } = published;
    const etag = `"${version}"`;
    const isOld = clock.now().getTime() - published.modifiedAt.getTime() >= dated_after_ms;
    const modifiedAt = isOld ? published.modifiedAt : null;
    reply.header("etag", etag).header("cache-control", caching);
    if (modifiedAt !== null) reply.header("last-modified", modifiedAt.toUTCString());
    if (isUnchanged(request.headers, { etag, modifiedAt })) return reply.code(304).send();
    return reply.header("content-type", type).send(der);
  };
}
