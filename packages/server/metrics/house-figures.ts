/** What the rooms say: acts, mails, jobs, and when certificates and lists end. Every process with metrics says the same. */
import type { Registry } from "prom-client";
import type { Db } from "../db/database.ts";
import type { QueueDepth } from "../jobs/boss.ts";
import type { Clock } from "../ports/clock.ts";
import { readEnds } from "../rooms/authority/authority.ts";
import { countUnsent } from "../rooms/messages/messages.ts";
import { signingFigures } from "../rooms/signing/signing.ts";
import { countUndelivered } from "../rooms/webhooks/webhooks.ts";
import { type Introduction, type Reading, readGauge } from "./read-figures.ts";

/** What the figures are read from, and who hears of what cannot be read. */
export type HouseDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly queueDepths: () => Promise<QueueDepth[]>;
  readonly checkDatabase: () => Promise<void>;
  readonly onUnread: (fault: unknown) => void;
};

const gauges = {
  siegel_signing_acts: { help: "Signing acts by status.", labels: ["status"] },
  siegel_signing_oldest_open_seconds: {
    help: "How long ago the oldest act that is not done was approved.",
  },
  siegel_signing_oldest_due_seconds: {
    help: "How long the oldest act whose turn has come is waiting; 0 when none is.",
  },
  siegel_queue_jobs: { help: "Jobs by queue and state.", labels: ["queue", "state"] },
  siegel_mails: {
    help: "Mails that have not gone out, by state: queued, or failed for good.",
    labels: ["state"],
  },
  siegel_webhooks: {
    help: "Events that have not arrived, by state: not tried yet, to be tried again, or given up.",
    labels: ["state"],
  },
  siegel_certificate_expires_seconds: {
    help: "Time until a unit's certificate or a list of the authority ends, by kind.",
    labels: ["kind", "name"],
  },
  siegel_database_reachable: { help: "Whether the database answers this process." },
  siegel_figures_unread: {
    help: "Groups of the house's figures that could not be read; the log says why.",
  },
} as const satisfies Record<string, Introduction>;

type Readings = { readonly [Name in keyof typeof gauges]?: readonly Reading[] };

/** Adds the figures to a registry. Those that cannot be read show no value and are counted. */
export function houseFigures(registry: Registry, deps: HouseDeps): void {
  const current = keptFresh(deps);
  for (const name of Object.keys(gauges) as Array<keyof typeof gauges>)
    readGauge(registry, { name, ...gauges[name] }, async () => (await current())[name] ?? []);
}

/** A scraper that asks more often than this gets the same answer: counting costs the database something. */
const fresh_ms = 5_000;

/** All gauges of one answer show the same moment. */
function keptFresh(deps: HouseDeps): () => Promise<Readings> {
  let kept: { readonly until: number; readonly readings: Promise<Readings> } | null = null;
  return () => {
    const now = deps.clock.now().getTime();
    if (kept === null || kept.until <= now) kept = { until: now + fresh_ms, readings: read(deps) };
    return kept.readings;
  };
}

async function read(deps: HouseDeps): Promise<Readings> {
  const groups = [signingReadings, jobReadings, mailReadings, webhookReadings, certificateReadings];
  const away = await deps.checkDatabase().then(
    () => false,
    (fault: unknown) => {
      deps.onUnread(fault);
      return true;
    },
  );
  const found: Readings[] = [];
  for (const group of away ? [] : groups)
    await group(deps).then(
      (readings) => found.push(readings),
      (fault: unknown) => deps.onUnread(fault),
    );
  return Object.assign(
    {
      siegel_database_reachable: [{ value: away ? 0 : 1 }],
      siegel_figures_unread: [{ value: groups.length - found.length }],
    },
    ...found,
  );
}

async function signingReadings({ db, clock }: HouseDeps): Promise<Readings> {
  const acts = await signingFigures(db, clock.now());
  return {
    siegel_signing_acts: byName("status", acts.byStatus),
    siegel_signing_oldest_open_seconds: [{ value: acts.oldestApprovedS }],
    siegel_signing_oldest_due_seconds: [{ value: acts.oldestDueS }],
  };
}

const jobReadings = async ({ queueDepths }: HouseDeps): Promise<Readings> => ({
  siegel_queue_jobs: (await queueDepths()).flatMap(({ queue, waiting, active }) => [
    { labels: { queue, state: "waiting" }, value: waiting },
    { labels: { queue, state: "active" }, value: active },
  ]),
});

const mailReadings = async ({ db }: HouseDeps): Promise<Readings> => ({
  siegel_mails: byName("state", await countUnsent(db)),
});

const webhookReadings = async ({ db }: HouseDeps): Promise<Readings> => ({
  siegel_webhooks: byName("state", await countUndelivered(db)),
});

const certificateReadings = async ({ db, clock }: HouseDeps): Promise<Readings> => ({
  siegel_certificate_expires_seconds: (await readEnds(db)).map(({ kind, name, endsAt }) => ({
    labels: { kind, name },
    value: Math.round((endsAt.getTime() - clock.now().getTime()) / 1_000),
  })),
});

const byName = (label: string, counts: Readonly<Record<string, number>>): Reading[] =>
  Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));
