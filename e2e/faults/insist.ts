/** A signer who wants to sign, whatever happens: what the page does after a lost answer, and the person who presses again. */
import { setTimeout as sleep } from "node:timers/promises";
import { getSigningState, signingResult } from "@siegel/contract/calls/signing.ts";
import type { Answer, ReceivedCode, SignerClient } from "../../fixtures/signer-client.ts";
import type { Told } from "./check-told.ts";

/** Everything a signer was told, in order, and how many calls broke or were answered "later". */
export type Insisted = { readonly told: readonly Told[]; readonly broken: number };

const pause_ms = 100;

/**
 * Signs and asks until there is an answer for good. @throws after `patienceMs`, naming the signer
 */
export async function insist(signer: SignerClient, code?: ReceivedCode, patienceMs = 90_000): Promise<Insisted> {
  const told: Told[] = [];
  let broken = 0;
  const tell = (status: Told["status"], more: Partial<Told> = {}): void => {
    const { workflowId, signerId } = signer;
    told.push({ workflowId, signerId, status, authToken: null, code: null, ...more });
  };
  const until = performance.now() + patienceMs;
  const ask = async (): Promise<"none" | "wait" | "over"> => {
    const asked = await attempt(() => signer.call("GET", "signing/state"));
    if (asked === null) {
      broken += 1;
      return "wait";
    }
    const { status, code } = getSigningState.response.parse(asked.data);
    if (status === "NONE") return "none";
    if (status === "PENDING") return "wait";
    if (status === "FAILED") tell("REFUSED", { code });
    else tell(status);
    return "over";
  };
  while (performance.now() < until) {
    const answer = await attempt(() => press(signer, code));
    if (answer?.success === true) {
      const { status, auth_token: authToken } = signingResult.parse(answer.data);
      tell(status, { authToken });
      if (status !== "PENDING") return { told, broken };
    } else if (answer !== null && answer.code !== "SIGNING_IN_PROGRESS") {
      tell("REFUSED", { code: answer.code ?? null });
      return { told, broken };
    } else broken += 1;
    for (let state = await ask(); state !== "none" && performance.now() < until; state = await ask()) {
      if (state === "over") return { told, broken };
      await sleep(pause_ms);
    }
    await sleep(pause_ms);
  }
  throw new Error(`signer ${signer.signerId} got no answer: ${JSON.stringify(told)}`);
}

/** The call of the button, or of the code. */
export async function press(signer: SignerClient, code?: ReceivedCode): Promise<Answer> {
  const path = code === undefined ? "signing/signWithoutAuth" : "signing/signWorkflow";
  return await signer.call("POST", path, { workflow: {}, files: [], ip: "192.0.2.1", ...code });
}

/** Null where the connection broke, or the server said that it cannot right now. */
async function attempt(call: () => Promise<Answer>): Promise<Answer | null> {
  try {
    const answer = await call();
    return answer.status >= 500 ? null : answer;
  } catch {
    return null;
  }
}
