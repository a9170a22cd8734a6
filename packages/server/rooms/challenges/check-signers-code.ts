/** A signer asks whether their code is right, without approving anything (decisions.md §7 "Codes"). */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { readApprovable } from "../documents/documents.ts";
import { checkMayRelease, type SignerContext } from "../workflows/workflows.ts";
import { type CheckCodeDeps, type CheckedCode, checkCode } from "./check-code.ts";

/** What the signer typed, and the code they mean. */
type AskedCode = {
  readonly context: SignerContext;
  readonly authToken: string;
  readonly otp: string;
  readonly ip: string;
  readonly userAgent: string;
};

/** What signing would answer to this code now, if it is the signer's turn. A right code is not used up, a wrong one counts. */
export async function checkSignersCode(
  deps: CheckCodeDeps,
  { context, ...typed }: AskedCode,
): Promise<CheckedCode | { readonly ok: false; readonly code: ErrorCode }> {
  const allowed = checkMayRelease(context, "code", deps.clock.now());
  if (!allowed.ok) return allowed;
  const { signerId } = context.signer;
  const { stateHash } = await readApprovable(deps.db, context.workflow.workflowId, signerId);
  return await checkCode(deps, { ...typed, purpose: "sign", holder: { kind: "signer", id: signerId }, stateHash });
}
