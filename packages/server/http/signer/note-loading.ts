/** Which program asks for a document, and that it is noted (contract/viewer-header.ts). */
import { viewer_header, viewer_name_chars_max } from "@siegel/contract/viewer-header.ts";
import type { FastifyRequest } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import { noteLoaded } from "../../rooms/documents/documents.ts";
import type { Session } from "../../rooms/login/login.ts";
import { userAgentOf } from "../wire/security.ts";

type Loads = {
  readonly raw: FastifyRequest;
  readonly session: Session;
  readonly handout: Parameters<typeof noteLoaded>[1]["handout"];
  /** Whether the service draws the pages and the client shows pictures of them. */
  readonly asPictures?: boolean;
};

/** Notes that the caller loads a file. A request for its head alone loads nothing. */
export async function noteLoading(deps: ServerDeps, { raw, session, handout, asPictures }: Loads): Promise<void> {
  if (raw.method === "HEAD") return;
  const { sessionId, context } = session;
  const drawnBy = asPictures === true ? `Siegel ${deps.version}` : "";
  const program = { viewer: viewerOf(raw), userAgent: userAgentOf(raw), drawnBy };
  await noteLoaded(deps, { sessionId, signer: context.signer, handout, ...program });
}

/** What a client says it is; empty if it does not say, or if the text is unreadable. */
function viewerOf({ headers }: FastifyRequest): string {
  const told = [headers[viewer_header]].flat()[0]?.trim() ?? "";
  return told.length <= viewer_name_chars_max && /^[\x20-\x7e]*$/.test(told) ? told : "";
}
