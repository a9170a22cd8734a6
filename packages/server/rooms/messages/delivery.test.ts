import { workflowId } from "@siegel/contract/ids.ts";
import { expect, it } from "vitest";
import { deliveryOf } from "./delivery.ts";

const at = new Date("2026-11-21T09:00:00Z");
const reasonOf = (reply: string) =>
  deliveryOf({
    workflowId: workflowId.parse("w".repeat(26)),
    ...{ kind: "invitation", recipient: null, state: "failed", createdAt: at, settledAt: at },
    ...{ tries: 1, lastError: "no", unanswered: 0, reply },
  })?.reason;

it.each([
  ["550 5.1.1 No such user", "550 5.1.1 No such user"],
  ["554 5.7.1 Client host [10.0.0.5] blocked", "554 5.7.1 Client host [‹host›] blocked"],
  ["554 [2001:db8::1] blocked", "554 [‹host›] blocked"],
  ["550 mail-1.intern.example.org is listed at zen.lists.example", "550 ‹host› is listed at ‹host›"],
  ["550 <ada@example.org> see https://help.example.org/a?b", "550 <‹address›> see https://‹host›/a?b"],
])("tells a mail server's no without where anybody stands: %s", (reply, told) => {
  expect(reasonOf(reply)).toBe(told);
});
