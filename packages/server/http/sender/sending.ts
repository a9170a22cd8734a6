/** The sender's API (contract/calls/sending.ts; decisions.md §5, §10). */
import { Readable } from "node:stream";
import {
  cancelWorkflow as cancelWorkflowCall,
  createWorkflow as createWorkflowCall,
  listWorkflows as listWorkflowsCall,
  readAuditReport,
  readWorkflow,
  readWorkflowDocument,
  remindWorkflow,
  uploadPdf,
} from "@siegel/contract/calls/sending.ts";
import { createdWorkflow } from "@siegel/contract/calls/workflow-report.ts";
import { loginLink } from "@siegel/contract/login-link.ts";
import type { Said } from "@siegel/contract/said.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { filesOf } from "../../rooms/documents/documents.ts";
import { auditReport } from "../../rooms/evidence/evidence.ts";
import {
  type CreatedWorkflow,
  type CreateRefusal,
  createWorkflow,
  keepUpload,
  onlyOnce,
} from "../../rooms/sending/sending.ts";
import {
  cancelWorkflow,
  listWorkflows,
  type RemindedSigner,
  readSentWorkflow,
  remindSigners,
} from "../../rooms/workflows/workflows.ts";
import { askedLanguage } from "../wire/asked-language.ts";
import { inlineLimits, isTooLargeInline } from "../wire/inline-documents.ts";
import { letPass } from "../wire/let-pass.ts";
import { fewSentences } from "../wire/said-issues.ts";
import { sendPdf } from "../wire/send-pdf.ts";
import { type CallOptions, serveTokenCall } from "../wire/serve-call.ts";
import { reportsOf } from "./workflow-report.ts";
import { misfitLines } from "./wrong-workflow.ts";

const sendThePdf: Said = {
  en: "Send the PDF itself as the body, with Content-Type: application/pdf or application/octet-stream.",
  de: "Senden Sie die PDF-Datei selbst als Inhalt, mit Content-Type: application/pdf oder application/octet-stream.",
};
const keyCharacters: Said = {
  en: "Idempotency-Key: use 1 to 255 visible ASCII characters",
  de: "Idempotency-Key: verwenden Sie 1 bis 255 sichtbare ASCII-Zeichen",
};
const notOurCursor: Said = {
  en: "cursor: take the next_cursor of the page before, or leave it out for the first page",
  de: "cursor: nehmen Sie den next_cursor der vorigen Seite, oder lassen Sie ihn für die erste weg",
};
const remindedAlready: Said = {
  en: "Everybody whose turn it is was reminded within the last hour. Wait as long as Retry-After says.",
  de: "Alle, die an der Reihe sind, wurden in der letzten Stunde erinnert. Warten Sie so lange, wie Retry-After sagt.",
};

/** Registers the calls of `contract/calls/sending.ts`. */
export function sendingRoutes(app: FastifyInstance, deps: ServerDeps): void {
  app.register(async (scope) => {
    // A PDF body is not parsed: it is streamed into the blob store, which counts its bytes. Any other is refused unread, also JSON.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));
    scope.addContentTypeParser(["application/pdf", "application/octet-stream"], (_request, payload, done) =>
      done(null, payload),
    );
    uploadRoute(scope, deps);
  });
  creationRoute(app, deps);
  readingRoutes(app, deps);
  remindRoute(app, deps);
  documentRoutes(app, deps);
}

function uploadRoute(app: FastifyInstance, deps: ServerDeps): void {
  serveTokenCall(app, { deps, call: uploadPdf }, async ({ raw, reply, token }) => {
    if (!(raw.body instanceof Readable)) return { ok: false, code: "FILE_NOT_A_PDF", message: sendThePdf };
    // A body that is too large is not destroyed: the answer must still be sent on its connection.
    const content = raw.body.iterator({ destroyOnReturn: false });
    const kept = await keepUpload(deps, { tokenId: token.tokenId, content, language: askedLanguage(raw) });
    if (!kept.ok) {
      letPass(raw, reply);
      return kept;
    }
    const { uploadId, size, sha256 } = kept.upload;
    return { ok: true, data: { upload_id: uploadId, size, sha256 } };
  });
}

function creationRoute(app: FastifyInstance, deps: ServerDeps): void {
  const options: CallOptions = {
    alsoWrong: (body, language) => misfitLines(body, language, deps.clock.now()),
  };
  const serving = { deps, call: createWorkflowCall, options };
  serveTokenCall(app, serving, async ({ body, raw, token }) => {
    const key = raw.headers["idempotency-key"];
    if (typeof key === "string" && !/^[\x21-\x7e]{1,255}$/.test(key)) {
      return { ok: false, code: "INVALID_REQUEST", message: keyCharacters };
    }
    const language = askedLanguage(raw);
    const tooLarge = body.documents.flatMap(({ content }, n) =>
      content !== undefined && isTooLargeInline(content) ? [`documents.${n}.content: ${inlineLimits[language]}`] : [],
    );
    if (tooLarge.length > 0) return { ok: false, code: "FILE_TOO_LARGE", messages: tooLarge };
    const request = typeof key === "string" ? { tokenId: token.tokenId, key, body } : null;
    const created = await onlyOnce<CreatedWorkflow, CreateRefusal>(deps, request, (keep) =>
      createWorkflow(deps, { token, sent: body, language }, keep),
    );
    if (created.ok) return { ok: true, data: createdView(deps, created.answer) };
    return "messages" in created && created.messages
      ? { ...created, messages: fewSentences(created.messages, language) }
      : created;
  });
}

function createdView(deps: ServerDeps, created: CreatedWorkflow) {
  const { workflowId, quickLogin, signers, documents } = created;
  return createdWorkflow.parse({
    workflow_id: workflowId,
    status: "OPEN",
    // Answers that were kept for a repeated request before these existed have none.
    signers: signers.map(({ reference, signerId, notices = [] }) => ({
      reference,
      signer_id: signerId,
      url: loginLink(deps.publicUrl, { workflow_id: workflowId, signer_id: signerId }, quickLogin),
      notices,
    })),
    documents: documents.map(({ fileId, name, notices, unassignedFields = [] }) => ({
      id: fileId,
      name,
      notices,
      unassigned_fields: unassignedFields,
    })),
  });
}

function readingRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveTokenCall(app, { deps, call: listWorkflowsCall }, async ({ query, token }) => {
    const { status, limit, cursor } = query;
    const listed = await listWorkflows(deps, { organisationId: token.organisationId, status, limit, cursor });
    if (!listed.ok) return { ...listed, message: notOurCursor };
    const workflows = await reportsOf(deps, listed.page.workflows);
    return { ok: true, data: { workflows, next_cursor: listed.page.nextCursor } };
  });

  serveTokenCall(app, { deps, call: readWorkflow }, async ({ params, token }) => {
    const state = await readSentWorkflow(deps, { organisationId: token.organisationId, workflowId: params.id });
    const [report] = state ? await reportsOf(deps, [state]) : [];
    return report ? { ok: true, data: report } : { ok: false, code: "NO_WORKFLOW_FOUND" };
  });

  serveTokenCall(app, { deps, call: cancelWorkflowCall }, async ({ params, token }) => {
    const actor = { kind: "sender", id: token.tokenId } as const;
    const whose = { workflowId: params.id, organisationId: token.organisationId, actor };
    const cancelled = await cancelWorkflow(deps, whose);
    return cancelled.ok ? { ok: true, data: { status: "CANCELLED" as const } } : cancelled;
  });
}

function remindRoute(app: FastifyInstance, deps: ServerDeps): void {
  serveTokenCall(app, { deps, call: remindWorkflow }, async ({ params, token }) => {
    const { organisationId, tokenId } = token;
    const asked = await remindSigners(deps, { workflowId: params.id, organisationId, tokenId });
    if (asked.ok)
      return {
        ok: true,
        data: { reminded: asked.reminded.map(remindedView), too_soon: asked.tooSoon.map(remindedView) },
      };
    if (asked.code !== "TOO_MANY_REQUESTS") return asked;
    return { ...asked, message: remindedAlready };
  });
}

const remindedView = ({ signer, againAt }: RemindedSigner) => ({
  reference: signer.reference,
  signer_id: signer.signerId,
  remind_again_at: againAt.toISOString(),
});

function documentRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveTokenCall(app, { deps, call: readWorkflowDocument }, async ({ params, token, raw, reply }) => {
    const state = await readSentWorkflow(deps, { organisationId: token.organisationId, workflowId: params.id });
    if (!state) return { ok: false, code: "NO_WORKFLOW_FOUND" };
    const file = (await filesOf(deps.db, params.id)).find((one) => one.fileId === params.file_id);
    if (!file) return { ok: false, code: "WORKFLOW_FILES_NOT_FOUND" };
    return {
      ok: true,
      sent: await sendPdf({ raw, reply }, deps.blobs, { name: file.name, ...file.latest }),
    };
  });

  serveTokenCall(app, { deps, call: readAuditReport }, async ({ params, query, token, raw, reply }) => {
    const state = await readSentWorkflow(deps, { organisationId: token.organisationId, workflowId: params.id });
    const language = query.language ?? state?.workflow.language ?? "de";
    const report = state ? await auditReport(deps, { workflowId: params.id, language, reader: "sender" }) : null;
    if (!report) return { ok: false, code: "NO_WORKFLOW_FOUND" };
    return { ok: true, sent: await sendPdf({ raw, reply }, deps.blobs, { name: "audit-report.pdf", ...report }) };
  });
}
