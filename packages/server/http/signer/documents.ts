/** The files of a workflow for its signer (contract/calls/files.ts). */
import {
  getFile,
  getFileOpening,
  getFileToSign,
  getSummaryFiles,
  getWorkflowFiles,
  updateXfdf,
} from "@siegel/contract/calls/files.ts";
import {
  network_value_chars_burst_max,
  network_value_chars_per_second_max,
  value_chars_burst_max,
  value_chars_per_second_max,
} from "@siegel/contract/limits.ts";
import { fieldLines } from "@siegel/contract/named-fields.ts";
import type { Said } from "@siegel/contract/said.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import {
  type FileUpdate,
  filesToSign,
  findHandout,
  openingPlaces,
  signerFiles,
  summaryFiles,
  updateValues,
} from "../../rooms/documents/documents.ts";
import { auditReportOf, findReport } from "../../rooms/evidence/evidence.ts";
import { type Session, saveShown } from "../../rooms/login/login.ts";
import { asksForJson } from "../wire/accepted-form.ts";
import { allowanceOf } from "../wire/address-bound.ts";
import { clientLeaving } from "../wire/client-leaving.ts";
import { sendPdf } from "../wire/send-pdf.ts";
import { serveSignerCall } from "../wire/serve-call.ts";
import { noteLoading } from "./note-loading.ts";
import { sendEncodedPdf } from "./send-encoded-pdf.ts";
import { sendOpening } from "./send-opening.ts";

/** Registers the calls of `contract/calls/files.ts`. */
export function documentRoutes(app: FastifyInstance, deps: ServerDeps): void {
  listRoutes(app, deps);
  handoutRoutes(app, deps);
}

function listRoutes(app: FastifyInstance, deps: ServerDeps): void {
  // What a session was shown is what its signer approves by the button (signing.ts).
  const shownFiles = async ({ context, sessionId }: Session) => {
    const { files, hash, image } = await signerFiles(deps.db, context);
    await saveShown(deps.db, sessionId, { hash, image });
    return files;
  };

  serveSignerCall(app, { deps, call: getWorkflowFiles }, async ({ session }) => {
    return { ok: true, data: await shownFiles(session) };
  });

  serveSignerCall(app, { deps, call: getFileToSign }, async ({ params, session }) => {
    const files = await filesToSign(deps.db, session.context, params.signer_id);
    if (files !== null) await saveShown(deps.db, session.sessionId, { hash: files.hash, image: files.image });
    return files === null
      ? { ok: false, code: "FORBIDDEN", act: "anothers_files", message: anothersFiles }
      : { ok: true, data: files.files };
  });

  const ofSigner = allowanceOf(deps.clock, { burst: value_chars_burst_max, perSecond: value_chars_per_second_max });
  const ofNetwork = allowanceOf(deps.clock, {
    burst: network_value_chars_burst_max,
    perSecond: network_value_chars_per_second_max,
  });
  serveSignerCall(app, { deps, call: updateXfdf }, async ({ body, session, ip, userAgent, reply }) => {
    const { workflow, signer } = session.context;
    const chars = charsOf(body.files);
    const waitS = ofSigner(signer.signerId, chars) || ofNetwork(ip, chars);
    if (waitS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS: waitS, act: "work_over_limit" };
    const ids = { workflowId: workflow.workflowId, signerId: signer.signerId };
    const left = clientLeaving(reply);
    const updated = await updateValues(deps, { ...ids, files: body.files, ip, userAgent, left });
    if (updated.ok) return { ok: true, data: await shownFiles(session) };
    const { code, message, fields = [], retryAfterS } = updated;
    return {
      ok: false,
      code,
      retryAfterS,
      messages: [...(message === undefined ? [] : [message]), ...fieldLines(fields)],
    };
  });
}

const anothersFiles: Said = {
  en: "These are another signer's files.",
  de: "Das sind die Dateien einer anderen Person.",
};

/** The characters of all values in a call, and one for the call itself. */
function charsOf(files: readonly FileUpdate[]): number {
  const values = files.flatMap(({ xfdf_annotations = [] }) => xfdf_annotations);
  return values.reduce((sum, { value }) => sum + value.length, 1);
}

function handoutRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const handingOut = { db: deps.db, blobs: deps.blobs, auditReportOf: auditReportOf(deps) };
  const listing = { db: deps.db, findReport: findReport(deps) };

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
    const summary = await summaryFiles(listing, session.context);
    if (!summary.ok) return summary;
    return {
      ok: true,
      data: summary.listed.map(({ id, name, size, pages, isSigned, attachmentOf }) => ({
        id,
        name,
        size,
        pages,
        sign: isSigned,
        attachment_of: attachmentOf,
      })),
    };
  });
}
