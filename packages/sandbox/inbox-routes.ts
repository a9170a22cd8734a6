/** The inbox over HTTP: JSON for tests (decisions.md §2) and the page for people. */
import { readFile } from "node:fs/promises";
import { fault_channels } from "@siegel/contract/sandbox.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Faults, faultOrder } from "./faults.ts";
import type { Inbox, Message } from "./inbox.ts";
import { renderInbox, renderList, renderMailBody } from "./inbox-page.ts";

const messageQuery = z.object({ to: z.string().optional(), channel: z.enum(["mail", "sms", "voice"]).optional() });
/** An empty search field sends empty values. */
const pageQuery = messageQuery.extend({ id: z.string().optional(), part: z.literal("list").optional() });

/** The page may use only its own script and style, and no page may frame it. */
const page_policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'";
/** A mail may use inline styles and images only; `sandbox` repeats the frame's attribute. */
const mail_policy =
  "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: cid:; frame-ancestors 'self'";

/** Registers the JSON calls, the page and its files. */
export function inboxRoutes(app: FastifyInstance, deps: { inbox: Inbox; faults: Faults }): void {
  app.get("/api/health", () => ({ status: "ok" }));
  app.get("/api/messages", (request, reply) => {
    const query = messageQuery.safeParse(request.query);
    return query.success
      ? deps.inbox.list(query.data).map(asJson)
      : reply.code(400).send({ error: z.prettifyError(query.error) });
  });
  app.delete("/api/messages", (_request, reply) => {
    deps.inbox.clear();
    return reply.code(204).send();
  });
  app.get("/api/faults", () => deps.faults.left());
  app.post("/api/faults", (request, reply) => {
    const order = faultOrder.safeParse(request.body);
    if (!order.success) return reply.code(400).send({ error: z.prettifyError(order.error), channels: fault_channels });
    deps.faults.order(order.data);
    return deps.faults.left();
  });
  pageRoutes(app, deps.inbox);
}

function pageRoutes(app: FastifyInstance, inbox: Inbox): void {
  app.get("/", (request, reply) => {
    const query = pageQuery.catch({}).parse(request.query);
    const to = query.to === "" ? undefined : query.to;
    const messages = inbox.list({ to, channel: query.channel });
    const opened = query.id === undefined ? undefined : inbox.find(query.id);
    const view = { messages, opened, channel: query.channel, to };
    const html = query.part === "list" ? renderList(view) : renderInbox(view);
    return reply.type("text/html; charset=utf-8").header("content-security-policy", page_policy).send(html);
  });
  app.get<{ Params: { id: string } }>("/messages/:id/body", (request, reply) => {
    const message = inbox.find(request.params.id);
    if (message === undefined) return reply.code(404).send({ error: "no such message" });
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", mail_policy)
      .send(renderMailBody(message));
  });
  app.get<{ Params: { id: string; index: string } }>("/messages/:id/parts/:index", (request, reply) => {
    const part = inbox.find(request.params.id)?.attachments[Number(request.params.index)];
    if (part === undefined) return reply.code(404).send({ error: "no such part" });
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(part.filename)}`;
    return reply.type(part.contentType).header("content-disposition", disposition).send(Buffer.from(part.content));
  });
  for (const [name, type] of [
    ["inbox.css", "text/css"],
    ["inbox.js", "text/javascript"],
  ] as const) {
    app.get(`/${name}`, async (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).send(await readFile(new URL(name, import.meta.url))),
    );
  }
}

function asJson(message: Message): object {
  const attachments = message.attachments.map(({ filename, contentType, content }) => ({
    filename,
    content_type: contentType,
    size: content.length,
  }));
  return { ...message, attachments };
}
