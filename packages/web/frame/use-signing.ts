import type { SigningResult } from "@siegel/contract/calls/signing.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { type Answer, callApi, mayPass, mayWait } from "../api/client.ts";
import { notify } from "../api/notices.ts";
import { paths } from "../paths.ts";
import { type SessionHeader, saveOutcome, saveWorkflow } from "../session.ts";

/** idle: the signer's turn · signing: our call runs · pending: recorded, the server goes on and we ask how far it is. */
export type SigningState = "idle" | "signing" | "pending";

const ask_again_s = 2;
const failed_asks_max = 30;

/** Why it was not signed; `triesLeft` only where a wrong code was counted. */
export type ActRefusal = { readonly code: string; readonly triesLeft: number | null };

/** The line `tries_left=<n>` among the messages of a refusal, as a number. */
export function triesLeftOf(messages: readonly string[]): number | null {
  const counted = messages.map((line) => /^tries_left=(\d+)$/.exec(line)?.[1]).find((digits) => digits !== undefined);
  return counted === undefined ? null : Number(counted);
}

/** Runs the irreversible act to its end and tells the truth meanwhile. `start` answers why it was refused, or null. */
export function useSigning(header: SessionHeader): {
  state: SigningState;
  start: (sign: () => Promise<Answer<SigningResult>>) => Promise<ActRefusal | null>;
} {
  const [state, setState] = useState<SigningState>("idle");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  async function finish(): Promise<void> {
    const told = await callApi("getWorkflow", { params: { workflow_id: header.workflow_id } }, { quiet: true });
    if (told.ok) saveWorkflow(told.data);
    saveOutcome("signed");
    queries.removeQueries({ queryKey: ["workflow"] });
    if (alive.current) await navigate({ href: paths.finished });
  }

  async function start(sign: () => Promise<Answer<SigningResult>>): Promise<ActRefusal | null> {
    setState("signing");
    const refusal = await runToTheEnd(
      await sign(),
      () => setState("pending"),
      () => alive.current,
    );
    if (refusal === null) await finish();
    if (alive.current) setState("idle");
    return refusal;
  }
  return { state, start };
}

/** Null when it is signed, else why not. */
async function runToTheEnd(
  answer: Answer<SigningResult>,
  onPending: () => void,
  alive: () => boolean,
): Promise<ActRefusal | null> {
  if (answer.ok && answer.data.status !== "PENDING") return null;
  // A lost answer or a server that is away may hide an act that was recorded: only the state tells.
  if (!answer.ok && !mayPass(answer) && answer.code !== "SIGNING_IN_PROGRESS")
    return { code: answer.code, triesLeft: triesLeftOf(answer.messages) };
  const wait = answer.ok && answer.data.status === "PENDING" ? answer.data.retry_after_s : ask_again_s;
  if (answer.ok) onPending();
  return followAct({ wait_s: wait, onPending, alive, whenNone: answer.ok ? "SERVICE_ERROR" : answer.code });
}

async function followAct(follow: {
  wait_s: number;
  onPending: () => void;
  alive: () => boolean;
  whenNone: string;
}): Promise<ActRefusal | null> {
  let failedAsks = 0;
  while (follow.alive()) {
    const asked = await callApi("getSigningState", {}, { patient: true });
    let wait_s = follow.wait_s;
    if (!asked.ok) {
      failedAsks += 1;
      wait_s = Math.max(wait_s, asked.retryAfterSeconds ?? 0);
      if (!mayWait(asked) || failedAsks > failed_asks_max) return { code: asked.code, triesLeft: null };
    } else if (asked.data.status === "SIGNED" || asked.data.status === "FINISHED") {
      notify("success", "SUCCESS_SIGNING");
      return null;
    } else if (asked.data.status === "PENDING") {
      follow.onPending();
    } else {
      const code = asked.data.code ?? follow.whenNone;
      notify("failure", code);
      return { code, triesLeft: null };
    }
    await new Promise((resolve) => setTimeout(resolve, wait_s * 1_000));
  }
  return { code: "SIGNING_IN_PROGRESS", triesLeft: null };
}
