/** The eID-Server's side towards services: signed SOAP messages (TR-03130-1), and the certificate that signs the answers. */
import { sandbox_eid_certificate_path, sandbox_eid_soap_path } from "@siegel/contract/sandbox.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Faults } from "../faults.ts";
import { sendUnlessLost, spoilAnswer } from "../spoil-answer.ts";
import { type EidSigner, openEnvelope, sealEnvelope } from "./envelope.ts";
import {
  type EidRequest,
  getResultResponse,
  getServerInfoResponse,
  internal_error,
  readEidRequest,
  refusal,
  useIdResponse,
} from "./server-messages.ts";
import type { EidSessions } from "./sessions.ts";

/** `serverAddress`: where clients connect to, which is known after that port listens. */
export type EidServerDeps = {
  readonly sessions: EidSessions;
  readonly signer: () => Promise<EidSigner>;
  readonly serverAddress: Promise<string>;
  readonly faults: Faults;
  readonly now: () => Date;
  readonly note: (text: string) => void;
};

const request_bytes_max = 262_144;
/** What the sandbox can read of a card. */
const readable = [
  ...["DocumentType", "IssuingState", "DateOfExpiry", "GivenNames", "FamilyNames", "DateOfBirth", "Nationality"],
  "BirthName",
];

/** Registers the two paths. */
export function eidServerRoutes(app: FastifyInstance, deps: EidServerDeps): void {
  app.addContentTypeParser("text/xml", { parseAs: "buffer", bodyLimit: request_bytes_max }, (_request, body, done) =>
    done(null, body),
  );
  app.get(sandbox_eid_certificate_path, async (_request, reply) =>
    reply.type("application/x-pem-file").send((await deps.signer()).certificate.toString()),
  );
  app.post(sandbox_eid_soap_path, async (request, reply) => {
    let asked: EidRequest;
    try {
      asked = readEidRequest(await openEnvelope(request.body as Buffer, deps.now()));
    } catch (fault) {
      // Whatever a stranger sends is a fault of theirs, and told like one.
      deps.note(`a request to the eID-Server was refused: ${String(fault)}`);
      return sendFault(reply);
    }
    const send = async (body: string): Promise<string> =>
      await sealEnvelope(body, { ...(await deps.signer()), now: deps.now() });
    const fault = deps.faults.take("eid");
    const refused = await send(refusal(asked.kind, internal_error));
    if (await spoilAnswer(fault, reply, () => sendXml(reply, refused))) return reply;
    const answer = await send(await answerTo(asked, deps));
    return sendUnlessLost(fault, reply, () => sendXml(reply, answer));
  });
}

async function answerTo(asked: EidRequest, { sessions, serverAddress }: EidServerDeps): Promise<string> {
  if (asked.kind === "useID") return useIdResponse(sessions.open(asked.wish), await serverAddress);
  if (asked.kind === "getResult") return getResultResponse(sessions.tell(asked.id, asked.counter));
  return getServerInfoResponse(readable);
}

const sendXml = (reply: FastifyReply, xml: string): FastifyReply =>
  reply.type("text/xml; charset=utf-8").header("cache-control", "no-store").send(xml);

/** SOAP 1.1 §4.4, without saying what was wrong. */
const sendFault = (reply: FastifyReply): FastifyReply =>
  sendXml(
    reply.code(500),
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Client</faultcode><faultstring>The message is not acceptable.</faultstring></soap:Fault></soap:Body></soap:Envelope>',
  );
