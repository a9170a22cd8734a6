/** A provider that identifies by video: its cases over REST, and the page where a person would be filmed and plays how it ends. */
import { sandbox_video_api_key, sandbox_video_path } from "@siegel/contract/sandbox.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Faults } from "../faults.ts";
import {
  type PersonMemory,
  personFields,
  playedPerson,
  renderIdentityWizard,
  renderWizardNotice,
  wizard_policy,
} from "../identity-wizard.ts";
import { sendUnlessLost, spoilAnswer } from "../spoil-answer.ts";
import {
  caseAnswer,
  caseDecision,
  caseOrder,
  caseOutcome,
  isDecided,
  openVideoCases,
  type VideoCase,
  type VideoCases,
} from "./cases.ts";
import { tellState, type WebhookDeps } from "./webhook.ts";

/** `url`: the sandbox's own address, which is known after it listens. */
export type VideoDeps = WebhookDeps & {
  readonly url: Promise<string>;
  readonly faults: Faults;
  readonly persons: PersonMemory;
};

type ByUuid = { Params: { uuid: string } };

/** Registers everything below `/video`. */
export async function videoRoutes(app: FastifyInstance, deps: VideoDeps): Promise<void> {
  const cases = openVideoCases({ persons: deps.persons, now: deps.now, uuid: () => uuidFrom(deps.randomHex()) });
  const base = `${sandbox_video_path}/v1/cases`;
  app.post(base, (request, reply) => createCase(deps, cases, request, reply));
  app.get<ByUuid>(`${base}/:uuid`, async (request, reply) => {
    const fault = deps.faults.take("video");
    if (await spoilAnswer(fault, reply, () => refuse(reply, 422, "refused as ordered"))) return reply;
    if (!isCustomer(request)) return refuse(reply, 401, "no such key");
    const one = cases.find(request.params.uuid);
    if (one === null) return refuse(reply, 404, "no such case");
    return sendUnlessLost(fault, reply, () => reply.send(caseAnswer(one)));
  });
  // For tests, and for who decides later about a film that was doubtful.
  app.post<ByUuid>(`${base}/:uuid/decide`, async (request, reply) => {
    const one = cases.find(request.params.uuid);
    if (one === null) return refuse(reply, 404, "no such case");
    const decision = caseDecision.safeParse(request.body);
    if (!decision.success) return refuse(reply, 400, z.prettifyError(decision.error));
    const { outcome, person, webhook: manner, delay_ms: delayMs } = decision.data;
    const known = Object.fromEntries(Object.entries(person).filter(([, value]) => value !== undefined));
    const decided = cases.decide(one, { outcome, person: { ...cases.expected(one), ...known } });
    if (decided === null) return refuse(reply, 409, "it was decided before");
    const webhooks = outcome === "leave" ? [] : await tellState(deps, decided, { manner, delayMs });
    return reply.send({ ...caseAnswer(decided), webhooks });
  });
  pageRoutes(app, deps, cases);
}

async function createCase(
  deps: VideoDeps,
  cases: VideoCases,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fault = deps.faults.take("video");
  if (await spoilAnswer(fault, reply, () => refuse(reply, 422, "refused as ordered"))) return reply;
  if (!isCustomer(request)) return refuse(reply, 401, "no such key");
  const order = caseOrder.safeParse(request.body);
  if (!order.success) return refuse(reply, 400, z.prettifyError(order.error));
  const { one, isNew } = cases.begin(order.data);
  const url = `${await deps.url}${sandbox_video_path}/cases/${one.uuid}`;
  return sendUnlessLost(fault, reply, () => reply.code(isNew ? 201 : 200).send({ ...caseAnswer(one), url }));
}

function pageRoutes(app: FastifyInstance, deps: VideoDeps, cases: VideoCases): void {
  const path = `${sandbox_video_path}/cases/:uuid`;
  app.get<ByUuid>(path, (request, reply) => {
    const one = cases.find(request.params.uuid);
    if (one === null) return sendNotice(reply, 404, "There is no such case here. The sandbox forgets when it stops.");
    if (isDecided(one) || one.state === "review") return sendNotice(reply, 200, "This film was taken before.");
    cases.open(one);
    return sendPage(reply, 200, renderCase(one, cases));
  });
  app.post<ByUuid>(path, (request, reply) => {
    const one = cases.find(request.params.uuid);
    const form = request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : {};
    const person = playedPerson.safeParse(form);
    const outcome = caseOutcome.safeParse(form.outcome);
    if (one === null) return sendNotice(reply, 404, "There is no such case here.");
    if (!outcome.success || !person.success)
      return sendNotice(reply, 400, "That is no document. Go back and look at the fields.");
    const decided = cases.decide(one, { outcome: outcome.data, person: person.data });
    if (decided === null) return sendNotice(reply, 409, "This film was taken before.");
    // The browser does not wait for it: which of them is first is up to the network.
    if (outcome.data !== "leave") void tellState(deps, decided, { manner: "send", delayMs: 0 });
    return reply.redirect(one.order.return_url, 303);
  });
}

function renderCase(one: VideoCase, cases: VideoCases): string {
  return renderIdentityWizard({
    title: "Video identification of the demo",
    lead: "It plays the provider where a person films their document and face. Nothing is filmed: say what the document says, and how it ends.",
    asked: [`${new URL(one.order.return_url).host} asks who you are.`, `Reference: ${one.order.reference}`],
    action: one.uuid,
    hidden: {},
    fields: personFields(cases.expected(one), ["id_card", "passport", "residence_permit"]),
    outcomes: [
      { value: "succeed", label: "Recognise the person" },
      { value: "review", label: "Doubt, and look again later" },
      { value: "reject", label: "Do not recognise the person" },
      { value: "document_expired", label: "The document has expired" },
      { value: "document_not_accepted", label: "The document is not accepted" },
      { value: "abort", label: "Cancel" },
      { value: "leave", label: "Go back without waiting" },
    ],
  });
}

const sendNotice = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  sendPage(reply, status, renderWizardNotice({ title: "Video identification of the demo", text }));

const sendPage = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply
    .code(status)
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", wizard_policy)
    .send(html);

const refuse = (reply: FastifyReply, status: number, error: string): FastifyReply => reply.code(status).send({ error });

const isCustomer = ({ headers }: FastifyRequest): boolean =>
  headers.authorization === `Bearer ${sandbox_video_api_key}`;

const uuidFrom = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
