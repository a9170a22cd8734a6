/** Where a signer's act stands, as the wire tells it. */
import type { SignerId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import type { FailureCode } from "./signing-rules.ts";
import { readActOfSigner } from "./signing-store.ts";

/** NONE before any act · PENDING the server's turn · SIGNED others are to sign · FINISHED this was the last · FAILED for good. */
export type ActState =
  | { readonly status: "NONE" }
  | { readonly status: "PENDING" | "SIGNED" | "FINISHED"; readonly actId: string; readonly authToken: string }
  | { readonly status: "FAILED"; readonly actId: string; readonly code: FailureCode };

/** The state of a signer's act. */
export async function readActState(db: Db, signerId: SignerId): Promise<ActState> {
  const act = await readActOfSigner(db, signerId);
  if (act === null) return { status: "NONE" };
  const { actId, authToken } = act;
  switch (act.status) {
    case "AUTHORISED":
    case "STALLED":
      return { status: "PENDING", actId, authToken };
    case "SIGNED":
      return { status: act.finished ? "FINISHED" : "SIGNED", actId, authToken };
    case "FAILED":
      return { status: "FAILED", actId, code: act.failureCode };
  }
}
