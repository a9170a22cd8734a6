/** What the rooms say: acts, mails, jobs, and when certificates and lists end. Every process with metrics says the same. */
import type { Db } from "../db/database.ts";
import type { QueueDepth } from "../jobs/boss.ts";
import type { Clock } from "../ports/clock.ts";
import { readEnds } from "../rooms/authority/authority.ts";
import { countUnsent } from "../rooms/messages/messages.ts";
import { signingFigures } from "../rooms/signing/signing.ts";
import { type Reading, writeReadings } from "./registry.ts";

/** What the figures are read from. */
export type HouseDeps = { readonly db: Db; readonly clock: Clock; readonly queueDepths: () => Promise<QueueDepth[]> };

/** A scraper that asks more often than this gets the same answer: counting costs the database something. */
const fresh_ms = 5_000;

const reachable = (value: 0 | 1): string =>
  writeReadings(
    { name: "siegel_database_reachable", help: "Whether the figures of the house could be read.", type: "gauge" },
    [{ value }],
  );

/** Answers the figures; while the database is away that is all they say. */
export function houseFigures(deps: HouseDeps): () => Promise<string> {
  let kept: { readonly until: number; readonly text: Promise<string> } | null = null;
  return async () => {
    const now = deps.clock.now().getTime();
    if (kept === null || kept.until <= now) {
      const text = read(deps);
      kept = { until: now + fresh_ms, text };
      text.catch(() => {
        kept = null;
      });
    }
    return await kept.text.then(
      (text) => text + reachable(1),
      () => reachable(0),
    );
  };
}

async function read(deps: HouseDeps): Promise<string> {
  const now = deps.clock.now();
  const acts = await signingFigures(deps.db, now);
  const mails = await countUnsent(deps.db);
  const depths = await deps.queueDepths();
  const ends = await readEnds(deps.db);
  const gauge = (name: string, help: string, readings: readonly Reading[]) =>
    writeReadings({ name, help, type: "gauge" }, readings);
  return [
    gauge("siegel_signing_acts", "Signing acts by status.", byName("status", acts.byStatus)),
    gauge("siegel_signing_oldest_open_seconds", "How long ago the oldest act that is not done was approved.", [
      { value: acts.oldestApprovedS },
    ]),
    gauge(
      "siegel_signing_oldest_due_seconds",
      "How long the oldest act whose turn has come is waiting; 0 when none is.",
      [{ value: acts.oldestDueS }],
    ),
    gauge("siegel_queue_jobs", "Jobs by queue and state.", depths.flatMap(readingsOf)),
    gauge(
      "siegel_mails",
      "Mails that have not gone out, by state: queued, or failed for good.",
      byName("state", mails),
    ),
    gauge(
      "siegel_certificate_expires_seconds",
      "Time until a unit's certificate or a list of the authority ends, by kind.",
      ends.map(({ kind, name, endsAt }) => ({
        labels: { kind, name },
        value: Math.round((endsAt.getTime() - now.getTime()) / 1_000),
      })),
    ),
  ].join("");
}

const byName = (label: string, counts: Readonly<Record<string, number>>): Reading[] =>
  Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));

const readingsOf = ({ queue, waiting, active }: QueueDepth): Reading[] => [
  { labels: { queue, state: "waiting" }, value: waiting },
  { labels: { queue, state: "active" }, value: active },
];
