/** The sandbox's authority over HTTP: timestamps (RFC 3161 §3.4), status (RFC 6960 appendix A), its root and its CRL. */
import { DerError } from "@siegel/kernel/asn1/der.ts";
import { issueCrl } from "@siegel/kernel/revocation/crl.ts";
import { certIdMatchesIssuer, type OcspRequest, parseOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { issueOcspResponse, type OcspStatus, ocspErrorResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { parseTimestampRequest } from "@siegel/kernel/timestamp/request.ts";
import { grantTimestamp, issueTimestampToken, rejectTimestamp } from "@siegel/kernel/timestamp/token.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type DevelopmentAuthority, development_timestamp_policy } from "./development-authority.ts";
import type { Faults } from "./faults.ts";
import { sendUnlessLost, spoilAnswer } from "./spoil-answer.ts";

/** `ocspUpstream` answers for certificates of other issuers; if null, they are refused as `unauthorized`. */
export type TrustDeps = {
  readonly authority: Promise<DevelopmentAuthority>;
  readonly faults: Faults;
  readonly now: () => Date;
  readonly randomHex: () => string;
  readonly ocspUpstream: string | null;
};

const request_bytes_max = 64 * 1024;
const upstream_timeout_ms = 5_000;
const list_lives_ms = 86_400_000;

/** Registers `/tsa`, `/ocsp` and `/trust/*`. */
export function trustRoutes(app: FastifyInstance, deps: TrustDeps): void {
  for (const type of ["application/timestamp-query", "application/ocsp-request"]) {
    app.addContentTypeParser(type, { parseAs: "buffer", bodyLimit: request_bytes_max }, (_request, body, done) =>
      done(null, body),
    );
  }
  app.post("/tsa", (request, reply) => answerTimestamp(deps, request, reply));
  app.post("/ocsp", (request, reply) => answerStatus(deps, bytesOf(request.body), reply));
  app.get<{ Params: { "*": string } }>("/ocsp/*", (request, reply) =>
    answerStatus(deps, new Uint8Array(Buffer.from(request.params["*"], "base64")), reply),
  );
  app.get("/trust/root.cer", async (_request, reply) => {
    const { root } = await deps.authority;
    return sendDer(reply, "application/pkix-cert", root.certificate.der);
  });
  app.get("/trust/root.crl", async (_request, reply) => sendDer(reply, "application/pkix-crl", await emptyList(deps)));
}

async function answerTimestamp(deps: TrustDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const send = (der: Uint8Array): FastifyReply => sendDer(reply, "application/timestamp-reply", der);
  const fault = deps.faults.take("tsa");
  if (await spoilAnswer(fault, reply, () => send(rejectTimestamp("systemFailure", "out of order")))) return reply;
  const der = await timestampResponse(deps, bytesOf(request.body));
  return sendUnlessLost(fault, reply, () => send(der));
}

async function timestampResponse(deps: TrustDeps, der: Uint8Array): Promise<Uint8Array> {
  const reading = parseTimestampRequest(der);
  if (!reading.ok) return rejectTimestamp(reading.failure, "the request is not acceptable");
  const { request } = reading;
  const policy = development_timestamp_policy;
  if (request.policy !== null && request.policy !== policy)
    return rejectTimestamp("unacceptedPolicy", `only ${policy}`);
  const { certificate, signer } = (await deps.authority).timestamping;
  const serialNumber = Buffer.from(deps.randomHex(), "hex");
  return grantTimestamp(
    await issueTimestampToken(
      { request, policy, serialNumber, genTime: wholeSecond(deps.now()), certificate, chain: [] },
      signer,
    ),
  );
}

async function answerStatus(deps: TrustDeps, der: Uint8Array, reply: FastifyReply): Promise<FastifyReply> {
  const send = (answer: Uint8Array): FastifyReply => sendDer(reply, "application/ocsp-response", answer);
  const fault = deps.faults.take("ocsp");
  if (await spoilAnswer(fault, reply, () => send(ocspErrorResponse("tryLater")))) return reply;
  const answer = await ocspResponse(deps, der);
  return sendUnlessLost(fault, reply, () => send(answer));
}

async function ocspResponse(deps: TrustDeps, der: Uint8Array): Promise<Uint8Array> {
  const request = readOcspRequest(der);
  if (request === null) return ocspErrorResponse("malformedRequest");
  const authority = await deps.authority;
  const ours = request.certIds.every((certId) => certIdMatchesIssuer(certId, authority.root.certificate));
  if (!ours)
    return deps.ocspUpstream === null ? ocspErrorResponse("unauthorized") : await relay(deps.ocspUpstream, der);
  const now = wholeSecond(deps.now());
  const { certificate: responder, signer } = authority.responder;
  const answers = request.certIds.map((certId) => ({
    certId,
    status: statusOf(authority, certId.serialNumber),
    thisUpdate: now,
    nextUpdate: null,
  }));
  return await issueOcspResponse({ responder, producedAt: now, answers, nonce: request.nonce }, signer);
}

/** RFC 6960 §2.2: `good` only for issued certificates; this authority never revokes. */
function statusOf(authority: DevelopmentAuthority, serialNumber: string): OcspStatus {
  const issued = [authority.timestamping, authority.responder].some(
    (unit) => unit.certificate.serialNumber === serialNumber,
  );
  return { state: issued ? "good" : "unknown" };
}

function readOcspRequest(der: Uint8Array): OcspRequest | null {
  try {
    return parseOcspRequest(der);
  } catch (fault) {
    if (fault instanceof DerError) return null;
    throw fault;
  }
}

async function relay(upstream: string, der: Uint8Array): Promise<Uint8Array> {
  try {
    const answer = await fetch(upstream, {
      method: "POST",
      headers: { "content-type": "application/ocsp-request" },
      body: Buffer.from(der),
      signal: AbortSignal.timeout(upstream_timeout_ms),
    });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : ocspErrorResponse("tryLater");
  } catch (fault) {
    // fetch throws these two for an upstream that is unavailable or slow; anything else is a bug of ours.
    if (fault instanceof TypeError || (fault instanceof DOMException && fault.name === "TimeoutError"))
      return ocspErrorResponse("tryLater");
    throw fault;
  }
}

async function emptyList(deps: TrustDeps): Promise<Uint8Array> {
  const { certificate: issuer, signer } = (await deps.authority).root;
  const thisUpdate = wholeSecond(deps.now());
  const nextUpdate = new Date(thisUpdate.getTime() + list_lives_ms);
  return await issueCrl(
    { issuer, crlNumber: BigInt(thisUpdate.getTime()), thisUpdate, nextUpdate, revoked: [] },
    signer,
  );
}

function sendDer(reply: FastifyReply, type: string, der: Uint8Array): FastifyReply {
  return reply.type(type).header("cache-control", "no-store").send(Buffer.from(der));
}

function bytesOf(body: unknown): Uint8Array {
  return Buffer.isBuffer(body) ? new Uint8Array(body) : new Uint8Array();
}

function wholeSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1_000) * 1_000);
}
