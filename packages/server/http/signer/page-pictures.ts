/** The pages of a file as pictures, and what they say (contract/calls/pages.ts). */

import { getPagePicture, getPages } from "@siegel/contract/calls/pages.ts";
import { filledBesides, foreignRects } from "@siegel/contract/foreign-fields.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { findHandout, pageDescriptions, pagePicture } from "../../rooms/documents/documents.ts";
import { auditReportOf } from "../../rooms/evidence/evidence.ts";
import type { Session } from "../../rooms/login/login.ts";
import { clientLeaving } from "../wire/client-leaving.ts";
import { serveSignerCall } from "../wire/serve-call.ts";
import { noteLoading } from "./note-loading.ts";

/** Registers the calls of `contract/calls/pages.ts`. */
export function pagePictureRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const handingOut = { db: deps.db, blobs: deps.blobs, auditReportOf: auditReportOf(deps) };

  serveSignerCall(
    app,
    { deps, call: getPages, options: { isCompressed: true } },
    async ({ params, query, session, reply }) => {
      const found = await findHandout(handingOut, session.context, params.id);
      if (!found.ok) return found;
      const { pages, bytes } = found.handout;
      const task = { wanted: "descriptions", ...query } as const;
      const { sha256 } = bytes;
      const { signerId } = session.context.signer;
      const described = await pageDescriptions(deps, { sha256, pages, task, turn: turnOf(session, reply) });
      if (!described.ok) return described;
      reply.header("etag", tagOf(sha256));
      const data = described.pages.map(({ page, size, transform, widgets, text }) => ({
        page,
        ...size,
        transform: [...transform],
        others: foreignRects(widgets, signerId).map((rect) => [...rect]),
        filled: filledBesides(widgets, signerId).map(({ rect, text }) => ({ rect: [...rect], text })),
        text: text.map(({ endsLine, ...run }) => ({ ...run, ends_line: endsLine })),
      }));
      return { ok: true, data };
    },
  );

  serveSignerCall(app, { deps, call: getPagePicture }, async ({ params, query, session, raw, reply }) => {
    const found = await findHandout(handingOut, session.context, params.id);
    if (!found.ok) return found;
    const { pages, bytes } = found.handout;
    const { sha256 } = bytes;
    const task = { wanted: "picture", page: params.page, width: query.width } as const;
    const drawn = await pagePicture(deps, { sha256, pages, task, turn: turnOf(session, reply) });
    if (!drawn.ok) return drawn;
    await noteLoading(deps, { raw, session, handout: found.handout, asPictures: true });
    return { ok: true, sent: withTag(reply, sha256).type("image/webp").send(Buffer.from(drawn.bytes)) };
  });
}

/** Organisations take turns, their workflows among themselves, and the readers of each (docs/flows/viewer.md). */
function turnOf({ context }: Session, reply: FastifyReply) {
  const { workflow, signer } = context;
  return { names: [workflow.organisationId, workflow.workflowId, signer.signerId], left: clientLeaving(reply) };
}

/** Weak: another version of the program may compress the same page otherwise. */
const tagOf = (sha256: string): string => `W/"${sha256}"`;

/** Personal documents stay out of the disk caches of shared computers. */
const withTag = (reply: FastifyReply, sha256: string): FastifyReply =>
  reply.headers({
    etag: tagOf(sha256),
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
