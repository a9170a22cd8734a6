/** The files of a workflow for its signer (contract/calls/files.ts). */
import {
  getFile,
  getFileOpening,
  getFileToSign,
  getSummaryFiles,
  getWorkflowFiles,
  updateXfdf,
} from "@siegel/contract/calls/files.ts";
import { fieldLines } from "@siegel/contract/named-fields.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../deps.ts";
import {
  filesToSign,
  findHandout,
  openingPlaces,
  signerFiles,
  summaryFiles,
  updateValues,
} from "../rooms/documents/documents.ts";
import { auditReportOf } from "../rooms/evidence/evidence.ts";
import { asksForJson } from "./accepted-form.ts";
import { noteLoading } from "./note-loading.ts";
import { sendEncodedPdf } from "./send-encoded-pdf.ts";
import { sendOpening } from "./send-opening.ts";
import { sendPdf } from "./send-pdf.ts";
import { serveSignerCall } from "./serve-call.ts";

/** Registers the calls of `contract/calls/files.ts`. */
export function documentRoutes(app: FastifyInstance, deps: ServerDeps): void {
  listRoutes(app, deps);
  handoutRoutes(app, deps);
}

function listRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveSignerCall(app, { deps, call: getWorkflowFiles }, async ({ session }) => {
    return { ok: true, data: await signerFiles(deps.db, session.context) };
  });

  serveSignerCall(app, { deps, call: getFileToSign }, async ({ params, session }) => {
    const files = await filesToSign(deps.db, session.context, params.signer_id);
    return files === null
      ? { ok: false, code: "FORBIDDEN", message: "These are another signer's files." }
      : { ok: true, data: files };
  });

  serveSignerCall(app, { deps, call: updateXfdf }, async ({ body, session, ip, userAgent }) => {
    const { workflow, signer } = session.context;
    const ids = { workflowId: workflow.workflowId, signerId: signer.signerId };
    const updated = await updateValues(deps, { ...ids, files: body.files, ip, userAgent });
    if (updated.ok) return { ok: true, data: await signerFiles(deps.db, session.context) };
    const { code, message, fields = [] } = updated;
    return { ok: false, code, messages: [...(message === undefined ? [] : [message]), ...fieldLines(fields)] };
  });
}

function handoutRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const handingOut = { db: deps.db, blobs: deps.blobs, auditReportOf: auditReportOf(deps) };

  serveSignerCall(app, { deps, call: getFile }, async ({ params, session, raw, reply }) => {
    const found = await findHandout(handingOut, session.context, params.id);
    if (!found.ok) return found;
    const { handout } = found;
    const onServing = () => noteLoading(deps, { raw, session, handout });
    // The same address answers in two forms: a cache must not mix them up.
    reply.header("vary", "accept");
    const pdf = { name: handout.name, ...handout.bytes };
    if (!asksForJson(raw.headers.accept))
      return { ok: true, sent: await sendPdf({ raw, reply, onServing }, deps.blobs, pdf) };
    await onServing();
    return { ok: true, sent: await sendEncodedPdf(reply, deps.blobs, { id: handout.id, ...pdf }) };
  });

  serveSignerCall(app, { deps, call: getFileOpening }, async ({ params, session, raw, reply }) => {
    const found = await findHandout(handingOut, session.context, params.id);
    if (!found.ok) return found;
    await noteLoading(deps, { raw, session, handout: found.handout });
    const { sha256 } = found.handout.bytes;
    const places = await openingPlaces(deps.blobs, found.handout.bytes);
    return { ok: true, sent: await sendOpening(reply, deps.blobs, { sha256, places }) };
  });

  serveSignerCall(app, { deps, call: getSummaryFiles }, async ({ session }) => {
    const summary = await summaryFiles(handingOut, session.context);
    if (!summary.ok) return summary;
    return {
      ok: true,
      data: summary.handouts.map(({ id, name, bytes, pages, isSigned, attachmentOf }) => ({
        id,
        name,
        size: bytes.size,
        pages,
        sign: isSigned,
        attachment_of: attachmentOf,
      })),
    };
  });
}
