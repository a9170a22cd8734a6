/** A signer comes back from elsewhere, perhaps in another tab or browser, and who they are is known: a session for this tab. */
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import { checkSessionUse } from "./login-rules.ts";
import { type OpenedSession, openSession, type SignerCookies } from "./open-session.ts";

/** Opens one, unless the workflow shows nothing any more; a browser at work for this signer keeps its cookie. */
export async function enterAgain(
  deps: { readonly db: Db; readonly clock: Clock; readonly random: Random },
  { context, cookies }: { readonly context: SignerContext; readonly cookies: SignerCookies },
): Promise<
  { readonly ok: true; readonly session: OpenedSession } | Extract<ReturnType<typeof checkSessionUse>, { ok: false }>
> {
  const use = checkSessionUse(context, deps.clock.now());
  if (!use.ok) return use;
  const { workflowId, signerId } = context.signer;
  return { ok: true, session: await openSession(deps, { workflowId, signerId, cookies, kind: "signer" }) };
}
