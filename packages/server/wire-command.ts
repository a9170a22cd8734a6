/** What a command of the operator needs that changes something: the database as it is now, a queue to send mails by, a clock to rely on. */
import { systemRandom } from "./adapters/random.ts";
import { systemClock, systemMonotonic } from "./adapters/time/clock.ts";
import { CannotStart } from "./cannot-start.ts";
import type { Config } from "./config.ts";
import { openDatabase } from "./db/database.ts";
import { appliedMigrations, checkNotNewer, migrationNames } from "./db/migrations.ts";
import { readDatabaseTime } from "./db/server-answers.ts";
import { startJobQueue } from "./jobs/boss.ts";
import { wrappedKeyStore } from "./rooms/authority/authority.ts";
import type { TrialsDeps } from "./rooms/leaving/leaving.ts";
import { endOpenWork } from "./rooms/signing/signing.ts";
import { noteChanges } from "./rooms/webhooks/webhooks.ts";
import { clockWatchFrom } from "./wire-clock.ts";

/** `close` ends the connections. */
export type WiredCommand = { readonly deps: TrialsDeps; readonly close: () => Promise<void> };

/** Wires it over a database of this version; a queue enqueues only, and works on nothing. @throws CannotStart, DatabaseNewer */
export async function wireCommand(config: Config, databaseUrl: string): Promise<WiredCommand> {
  const database = openDatabase(databaseUrl, { max: 4 });
  try {
    const { db } = database;
    await checkNotNewer(db);
    const applied = await appliedMigrations(db);
    if (migrationNames.some((name) => !applied.includes(name)))
      throw new CannotStart(
        "The database is older than this program: start the service once, it migrates the database.",
      );
    const watch = clockWatchFrom(
      config,
      {
        clock: systemClock,
        monotonic: systemMonotonic,
        random: systemRandom,
        readDatabaseTime: () => readDatabaseTime(database.pool),
      },
      { onChange: () => undefined, onLeapAnnounced: () => undefined },
    );
    await watch.compare();
    const queue = await startJobQueue(databaseUrl, () => undefined, { maintains: false });
    // Keys are only destroyed here: what they are wrapped under is not needed.
    const deps = {
      db,
      keys: wrappedKeyStore(db),
      clock: systemClock,
      random: systemRandom,
      trustedTime: watch,
      endOpenWork,
      noteChange: noteChanges({ clock: systemClock, random: systemRandom }),
    };
    const close = async () => {
      await queue.stop();
      await database.close();
    };
    return { deps: { ...deps, enqueue: queue.enqueue }, close };
  } catch (fault) {
    await database.close();
    throw fault;
  }
}
