/** Webhooks of the sandbox's video provider: signed, and repeated until they are taken. */
import { createHmac } from "node:crypto";
import { sandbox_video_webhook_secret } from "@siegel/contract/sandbox.ts";
import type { z } from "zod";
import { requireLoopback } from "../loopback.ts";
import type { caseDecision, VideoCase } from "./cases.ts";

/** `note`: told of webhooks that were not taken. */
export type WebhookDeps = {
  readonly now: () => Date;
  readonly randomHex: () => string;
  readonly note: (text: string) => void;
};

/** How a webhook comes; `late` waits, the last three nobody should believe. */
export type HookManner = z.infer<typeof caseDecision>["webhook"];

const answer_timeout_ms = 10_000;
/** When one is sent again that was not taken. */
const retry_waits_ms = [5_000, 30_000, 300_000] as const;
/** Older than anybody takes. */
const old_ms = 3_600_000;

/** Tells of a case's state; answers the statuses of those that were sent at once. */
export async function tellState(
  deps: WebhookDeps,
  one: VideoCase,
  how: { readonly manner: HookManner; readonly delayMs: number },
): Promise<readonly number[]> {
  const { manner } = how;
  if (manner === "none") return [];
  const event = {
    id: deps.randomHex(),
    url: one.order.webhook_url,
    body: JSON.stringify({ uuid: one.uuid, event: "case.updated", state: one.state }),
  };
  if (manner === "late") {
    setTimeout(() => void deliver(deps, event, manner, retry_waits_ms), how.delayMs).unref();
    return [];
  }
  const retries = manner === "send" ? retry_waits_ms : [];
  const first = await deliver(deps, event, manner, retries);
  return manner === "twice" ? [first, await deliver(deps, event, manner, [])] : [first];
}

type Event = { readonly id: string; readonly url: string; readonly body: string };

/** Posts once, and again later where it was not taken. The status; 0: no answer. */
async function deliver(
  deps: WebhookDeps,
  event: Event,
  manner: HookManner,
  retries: readonly number[],
): Promise<number> {
  const status = await post(event, signatureOf(deps, event.body, manner)).catch(() => 0);
  if (status >= 200 && status < 300) return status;
  deps.note(`video webhook ${event.url} answered ${status === 0 ? "nothing" : status}`);
  const [wait, ...rest] = retries;
  if (wait !== undefined) setTimeout(() => void deliver(deps, event, manner, rest), wait).unref();
  return status;
}

async function post({ id, url, body }: Event, signature: string | null): Promise<number> {
  requireLoopback(url);
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-event-id": id,
      ...(signature === null ? {} : { "x-signature": signature }),
    },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(answer_timeout_ms),
  });
  await answer.body?.cancel();
  return answer.status;
}

function signatureOf({ now }: WebhookDeps, body: string, manner: HookManner): string | null {
  if (manner === "unsigned") return null;
  const time = Math.floor((now().getTime() - (manner === "old" ? old_ms : 0)) / 1_000);
  const secret = manner === "wrong" ? "a secret of nobody" : sandbox_video_webhook_secret;
  return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
}
