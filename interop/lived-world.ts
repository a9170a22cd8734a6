/** A signing service in this process whose clock can be put forward, on a database of its own, with its trust points on loopback. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, startPostgres } from "../packages/server/adapters/database/embedded-postgres.ts";
import { openDatabase } from "../packages/server/db/database.ts";
import { migrate } from "../packages/server/db/migrations.ts";
import { openSigningWorld, type SigningWorld } from "../packages/server/test/signing-world.ts";
import { serveTrustPoints, type TrustPoints } from "../packages/server/test/trust-points.ts";

/** The service, and where verifiers ask it. */
export type LivedWorld = { readonly world: SigningWorld; readonly points: TrustPoints };

/** Opens one for `work`, and closes it. */
export async function inLivedWorld<T>(work: (lived: LivedWorld) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), "siegel-lives-"));
  const cluster = await startPostgres(root, { unsafe: true });
  try {
    const { db, close } = openDatabase(await createDatabase(cluster, "siegel"));
    try {
      await migrate(db);
      const world = await openSigningWorld(db);
      const points = await serveTrustPoints(world.deps);
      try {
        return await work({ world, points });
      } finally {
        await points.close();
        await world.close();
      }
    } finally {
      await close();
    }
  } finally {
    await cluster.stop();
    rmSync(root, { recursive: true, force: true });
  }
}
