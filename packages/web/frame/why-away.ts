/** Why the service does not answer, as far as a page can tell. Pure. */
import type { Refusal } from "../api/answer.ts";

/**
 * `offline`: nothing came back · `fault`: something failed on our side, `reference` names it in the log · `maintenance`: announced, `until`
 * (ISO 8601) where it is known.
 */
export type WhyAway = {
  readonly kind: "offline" | "fault" | "maintenance";
  readonly reference: string | null;
  readonly until: string | null;
};

/** Of a part of the program that did not come. */
export const offline: WhyAway = { kind: "offline", reference: null, until: null };
export const fault: WhyAway = { kind: "fault", reference: null, until: null };

/** Why a call was not answered; null stands for a page that broke by itself. */
export function whyAway(refusal: Pick<Refusal, "status" | "code" | "messages"> | null): WhyAway {
  if (refusal === null) return fault;
  const { status, code, messages } = refusal;
  if (code === "MAINTENANCE") return { kind: "maintenance", reference: null, until: named(messages, "until") };
  return status === 0 ? offline : { ...fault, reference: named(messages, "reference") };
}

/** The line `name=…` among the messages of a refusal. */
function named(messages: readonly string[], name: string): string | null {
  const line = messages.find((one) => one.startsWith(`${name}=`));
  return line === undefined ? null : line.slice(name.length + 1);
}
