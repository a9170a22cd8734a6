/** Faults that tests order: the next calls of a channel fail in a chosen way (decisions.md §2). */
import { type FaultChannel, type FaultMode, fault_channels, fault_modes } from "@siegel/contract/sandbox.ts";
import { z } from "zod";

/** Default delay of a `slow` answer. */
const slow_answer_ms = 8_000;

/** Body of `POST /api/faults`; `count` 0 ends a fault, `code` is Twilio's error code of a `reject`. */
export const faultOrder = z.strictObject({
  channel: z.enum(fault_channels),
  mode: z.enum(fault_modes),
  count: z.number().int().min(0).max(100_000).default(1),
  delay_ms: z.number().int().min(0).max(120_000).default(slow_answer_ms),
  code: z.number().int().optional(),
});

/** One order. */
export type FaultOrder = z.infer<typeof faultOrder>;

/** The fault of one call. */
export type Fault = { readonly mode: FaultMode; readonly delayMs: number; readonly code: number | undefined };

/** The active orders, at most one for each channel. */
export type Faults = {
  readonly order: (order: FaultOrder) => void;
  /** The fault of this call; counts the call. */
  readonly take: (channel: FaultChannel) => Fault | undefined;
  /** Calls still to fail, by channel. */
  readonly left: () => Partial<Record<FaultChannel, { mode: FaultMode; count: number }>>;
  readonly clear: () => void;
};

/** Starts without any fault. */
export function openFaults(): Faults {
  const orders = new Map<FaultChannel, FaultOrder>();
  return {
    order: (order) => {
      if (order.count === 0) orders.delete(order.channel);
      else orders.set(order.channel, order);
    },
    take: (channel) => {
      const order = orders.get(channel);
      if (order === undefined) return undefined;
      if (order.count === 1) orders.delete(channel);
      else orders.set(channel, { ...order, count: order.count - 1 });
      return { mode: order.mode, delayMs: order.delay_ms, code: order.code };
    },
    left: () => Object.fromEntries([...orders].map(([channel, { mode, count }]) => [channel, { mode, count }])),
    clear: () => orders.clear(),
  };
}

/** Waits as long as a `slow` fault says; otherwise not at all. */
export async function waitIfSlow(fault: Fault | undefined): Promise<void> {
  if (fault?.mode === "slow") await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
}
