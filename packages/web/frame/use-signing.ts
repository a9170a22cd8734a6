import type { SigningResult } from "@siegel/contract/calls/signing.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Answer } from "../api/answer.ts";
import { callApi } from "../api/client.ts";
import { dismissAll } from "../api/notices.ts";
import { summaryFilesQuery, workflowQuery } from "../api/queries.ts";
import { paths } from "../paths.ts";
import { type SessionHeader, saveOutcome, saveWorkflow } from "../session.ts";
import { type ActRefusal, runToTheEnd } from "./run-to-the-end.ts";

/** idle: the signer's turn · signing: our call runs · pending: recorded, the server goes on · unanswered: nobody tells how far it is. */
export type SigningProgress = "idle" | "signing" | "pending" | "unanswered";

/** Runs the irreversible act to its end and tells the truth meanwhile. `start` answers why it was refused, or null; `sign` may be called again. */
export function useSigning(header: SessionHeader): {
  state: SigningProgress;
  start: (sign: () => Promise<Answer<SigningResult>>) => Promise<ActRefusal | null>;
} {
  const [state, setState] = useState<SigningProgress>("idle");
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
    saveOutcome("signed");
    if (told.ok) {
      saveWorkflow(told.data);
      // The summary stands at once, and what it takes home is on its way before its page is.
      queries.setQueryData(workflowQuery(header).queryKey, told.data);
      void queries.prefetchQuery(summaryFilesQuery(header, told.data.workflow.status));
    } else queries.removeQueries({ queryKey: ["workflow"] });
    if (alive.current) await navigate({ href: paths.finished });
  }

  async function start(sign: () => Promise<Answer<SigningResult>>): Promise<ActRefusal | null> {
    dismissAll(); // they spoke of what is over once the act begins
    const refusal = await runToTheEnd(sign, {
      onAsked: () => setState("signing"),
      onPending: () => setState("pending"),
      onUnanswered: () => setState("unanswered"),
      alive: () => alive.current,
    });
    if (refusal === null) await finish();
    if (alive.current) setState("idle");
    return refusal;
  }
  return { state, start };
}
