/** The watch over this machine's clock, made of the configuration and the database. */
import type { Logger } from "pino";
import { type ClockWatch, watchClock } from "./adapters/time/clock-watch.ts";
import { askTimeServer } from "./adapters/time/sntp.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import type { Clock, ClockDoubt, MonotonicClock } from "./ports/clock.ts";
import type { Random } from "./ports/random.ts";
import { recordEvent } from "./rooms/audit-trail/audit-trail.ts";

/** What comparing needs. */
export type ClockParts = {
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly random: Random;
  readonly readDatabaseTime: () => Promise<Date>;
};

/** A watch that has not compared yet; with time servers configured it trusts nothing before it has. */
export function clockWatchFrom(
  config: Pick<Config, "timeServers">,
  parts: ClockParts,
  told: Pick<Parameters<typeof watchClock>[0], "onChange" | "onLeapAnnounced">,
): ClockWatch {
  const timeServers = config.timeServers.map((server) => () => askTimeServer(parts, server));
  return watchClock({ ...parts, ...told, timeServers });
}

/** What the watch finds goes into log and audit trail (ETSI EN 319 421 TIS-7.12: events of the clock's synchronisation). */
export function tellOfClock({ db, clock, log }: { db: Db; clock: Clock; log: Logger }) {
  const record = (type: string, details: Record<string, string>): void => {
    recordEvent(db, { at: clock.now(), type, actor: { kind: "system" }, details }).catch((fault: unknown) =>
      log.error({ fault, type }, "an event of the clock is not in the audit trail"),
    );
  };
  return {
    onChange: (doubt: ClockDoubt | null): void => {
      if (doubt === null) log.info("the clock is trusted again");
      else log.error({ doubt }, "the clock is not trusted: no timestamps are given");
      record(doubt === null ? "clock.trusted" : "clock.doubted", doubt === null ? {} : { doubt });
    },
    onLeapAnnounced: (at: Date): void => {
      log.info({ at }, "a leap second is announced: no timestamps around it");
      record("clock.leap-announced", { at: at.toISOString() });
    },
  };
}
