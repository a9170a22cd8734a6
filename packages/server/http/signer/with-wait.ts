/** When to come back where the signing module had no place. */
import type { WireRefusal } from "../wire/send-refusal.ts";

// Acts of others end within a second.
const retryAfterS = 2;

/** Nothing was used up: the same call may be made again. */
export const withWait = (refused: WireRefusal): WireRefusal =>
  refused.code === "SERVICE_ERROR" ? { ...refused, retryAfterS } : refused;
