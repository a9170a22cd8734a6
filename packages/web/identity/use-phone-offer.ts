import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { callIdentification } from "../api/identification-calls.ts";
import type { CardCalls, Own } from "./card-calls.ts";

/**
 * asking: for an address · waiting: it is shown, and no phone has come · begun: a phone is at it · stopped: the person said no there ·
 * failed: there is none, and why · done: the identification is over, and another page tells how.
 */
export type PhoneOffer =
  | { readonly status: "asking" | "begun" | "stopped" | "done" }
  | {
      readonly status: "waiting";
      readonly url: string;
      readonly digits: string;
      readonly madeAtMs: number;
      readonly endsAtMs: number;
      /** Whether one before it ran out. */
      readonly isAnother: boolean;
    }
  | { readonly status: "failed"; readonly code: string };

const look_again_ms = 2_000;

type Found = {
  /** What the offer says of itself; null: nothing yet. */
  readonly looked: "offered" | "begun" | "over" | null;
  readonly own: Own | null;
  /** The identification that stood there before this one. */
  readonly before: Own | null;
  readonly nowMs: number;
};

/** What follows from what was found; `again`: its time ran out before a phone came. Null: nothing yet. Pure. */
export function nextOf(
  offer: PhoneOffer,
  { looked, own, before, nowMs }: Found,
): "begun" | "stopped" | "done" | "again" | null {
  const over = isOver(own, before) ? own : null;
  if (offer.status !== "waiting") return over === null ? null : "done";
  if (looked === "begun" && over === null) return "begun";
  if (over === null && looked !== "over") return null;
  if (over?.state === "expired" || nowMs >= offer.endsAtMs - look_again_ms) return "again";
  return over === null || over.state === "cancelled" ? "stopped" : "done";
}

/** Whether the identification that was begun now is over; `before`: the one that this page found. */
export function isOver(now: Own | null | undefined, before: Own | null): boolean {
  if (now === undefined || now === null || now.state === "pending") return false;
  return now.reference !== before?.reference || now.state !== before.state;
}

/** Offers the card to a phone and follows what becomes of it; where the time runs out before a phone has come, it is offered again. */
export function usePhoneOffer(calls: CardCalls): {
  readonly offer: PhoneOffer;
  readonly offerAgain: () => void;
} {
  const [offer, setOffer] = useState<PhoneOffer>({ status: "asking" });
  const [before, setBefore] = useState<Own | null>(null);
  const asked = useRef(false);

  const open = useCallback(
    async (isAnother: boolean): Promise<void> => {
      setOffer({ status: "asking" });
      setBefore(await calls.own.queryFn().catch(() => null));
      const opened = await calls.offer();
      if (!opened.ok) return setOffer({ status: "failed", code: opened.code });
      const { url, digits, expires_at } = opened.data;
      setOffer({ status: "waiting", url, digits, madeAtMs: Date.now(), endsAtMs: Date.parse(expires_at), isAnother });
    },
    [calls],
  );
  useEffect(() => {
    if (asked.current) return;
    asked.current = true; // it ends what was begun before: once for a visit
    void open(false);
  }, [open]);

  const follows = offer.status === "waiting" || offer.status === "begun";
  // Both pause while the page is hidden.
  const own = useQuery({
    ...calls.own,
    staleTime: 0,
    retry: false,
    enabled: follows,
    refetchInterval: look_again_ms,
  });
  const secret = offer.status === "waiting" ? (new URL(offer.url).pathname.split("/").at(-1) ?? "") : null;
  const looked = useQuery({
    queryKey: ["phone-offer", secret],
    queryFn: async () =>
      await callIdentification("lookAtPhoneOffer", { params: { secret: secret ?? "" } }, { quiet: true }),
    enabled: secret !== null,
    refetchInterval: look_again_ms,
  });
  const told = looked.data?.ok === true ? looked.data.data.state : null;
  // Between the two questions a phone may have read the card: that it is over says how only once the other was asked after it.
  const state = told === "over" && own.dataUpdatedAt < looked.dataUpdatedAt ? null : told;
  const next = follows ? nextOf(offer, { looked: state, own: own.data ?? null, before, nowMs: Date.now() }) : null;
  useEffect(() => {
    if (next === "again") void open(true);
    else if (next !== null) setOffer({ status: next });
  }, [next, open]);
  return { offer, offerAgain: () => void open(true) };
}
