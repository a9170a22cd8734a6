/** What the rooms say: acts, mails, jobs, and when certificates and lists end. Every process with metrics says the same. */
import type { Db } from "../db/database.ts";
import type { QueueDepth } from "../jobs/boss.ts";
import type { Clock } from "../ports/clock.ts";
import { readEnds } from "../rooms/authority/authority.ts";
import { countUnsent } from "../rooms/messages/messages.ts";
import { signingFigures } from "../rooms/signing/signing.ts";
import { type Reading, writeReadings } from "./registry.ts";

/** What the figures are read from, and who hears of what cannot be read. */
export type HouseDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly queueDepths: () => Promise<QueueDepth[]>;
  readonly checkDatabase: () => Promise<void>;
  readonly onUnread: (fault: unknown) => void;
};

/** A scraper that asks more often than this gets the same answer: counting costs the database something. */
const fresh_ms = 5_000;

/** Answers the figures; those that cannot be read are left out and counted, and while the database is away that is all there is. */
export function houseFigures(deps: HouseDeps): () => Promise<string> {
  let kept: { readonly until: number; readonly text: Promise<string> } | null = null;
  return async () => {
    const now = deps.clock.now().getTime();
    if (kept === null || kept.until <= now) kept = { until: now + fresh_ms, text: read(deps) };
    return await kept.text;
  };
}

const gauge = (name: string, help: string, readings: readonly Reading[]) =>
  writeReadings({ name, help, type: "gauge" }, readings);

async function read(deps: HouseDeps): Promise<string> {
  const parts = [signingGauges, jobGauges, mailGauges, certificateGauges];
  const away = await deps.checkDatabase().then(
    () => false,
    (fault: unknown) => {
      deps.onUnread(fault);
      return true;
    },
  );
  const texts: Array<string | null> = [];
  for (const part of away ? [] : parts)
    texts.push(
      await part(deps).catch((fault: unknown) => {
        deps.onUnread(fault);
        return null;
      }),
    );
  const unread = parts.length - texts.filter((text) => text !== null).length;
  return [
    ...texts.filter((text) => text !== null),
    gauge("siegel_database_reachable", "Whether the database answers this process.", [{ value: away ? 0 : 1 }]),
    gauge("siegel_figures_unread", "Groups of the house's figures that could not be read; the log says why.", [
      { value: unread },
    ]),
  ].join("");
}

async function signingGauges({ db, clock }: HouseDeps): Promise<string> {
  const acts = await signingFigures(db, clock.now());
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
  ].join("");
}

const jobGauges = async ({ queueDepths }: HouseDeps): Promise<string> =>
  gauge("siegel_queue_jobs", "Jobs by queue and state.", (await queueDepths()).flatMap(readingsOf));

const mailGauges = async ({ db }: HouseDeps): Promise<string> =>
  gauge(
    "siegel_mails",
    "Mails that have not gone out, by state: queued, or failed for good.",
    byName("state", await countUnsent(db)),
  );

const certificateGauges = async ({ db, clock }: HouseDeps): Promise<string> =>
  gauge(
    "siegel_certificate_expires_seconds",
    "Time until a unit's certificate or a list of the authority ends, by kind.",
    (await readEnds(db)).map(({ kind, name, endsAt }) => ({
      labels: { kind, name },
      value: Math.round((endsAt.getTime() - clock.now().getTime()) / 1_000),
    })),
  );

const byName = (label: string, counts: Readonly<Record<string, number>>): Reading[] =>
  Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));

const readingsOf = ({ queue, waiting, active }: QueueDepth): Reading[] => [
  { labels: { queue, state: "waiting" }, value: waiting },
  { labels: { queue, state: "active" }, value: active },
];
