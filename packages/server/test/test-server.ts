/** The real server on a free port, with a clock of the test's own, for tests that speak HTTP. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { freePort } from "../adapters/database/embedded-postgres.ts";
import { systemRandom } from "../adapters/random.ts";
import { type Config, parseConfig } from "../config.ts";
import type { ServerDeps } from "../deps.ts";
import { describeFault } from "../describe-fault.ts";
import { createToken, seedDemoOrganisation } from "../rooms/accounts/accounts.ts";
import { wireServer } from "../wire-server.ts";
import { sharedIntake, sharesIntake } from "./shared-intake.ts";
import { useTestDatabase } from "./test-database.ts";

/** A clock that stands still until time passes (`move`), or somebody sets it wrong (`jump`). */
export type TestClock = {
  now: () => Date;
  elapsedMs: () => number;
  move: (seconds: number) => void;
  jump: (seconds: number) => void;
};

/** A running server: its address, its insides, a verified organisation with an API key, and how to stop it. */
export type TestServer = {
  readonly url: string;
  readonly deps: ServerDeps;
  readonly clock: TestClock;
  readonly organisationId: string;
  readonly apiKey: string;
  readonly tokenId: string;
  readonly close: () => Promise<void>;
};

/**
 * A clock that shows the machine's time until it is told to `stand`, so that certificates made by it are valid for outside judges
 * too, and a server that takes its time to start finds it right when it asks the database.
 */
function testClock(): TestClock & { readonly stand: () => void } {
  const begun = Date.now();
  let stood: number | null = null;
  let movedMs = 0;
  let jumpedMs = 0;
  const passed = () => (stood ?? Date.now()) - begun + movedMs;
  return {
    now: () => new Date(begun + passed() + jumpedMs),
    elapsedMs: passed,
    stand: () => {
      stood = Date.now();
    },
    jump: (seconds) => {
      jumpedMs += seconds * 1_000;
    },
    move: (seconds) => {
      movedMs += seconds * 1_000;
    },
  };
}

/** A port where nothing listens; without our saying so it would be the inbox of the demo that runs beside the tests. */
const closed_port = "2";

/** What a test's server is told: its own port and folder, and no provider anywhere unless `environment` names one. */
export function testConfig(
  { port, dataDir }: { readonly port: number; readonly dataDir: string },
  environment: Readonly<Record<string, string>> = {},
): Config {
  return parseConfig({
    PORT: String(port),
    SIEGEL_DATA_DIR: dataDir,
    SIEGEL_PUBLIC_URL: `http://127.0.0.1:${port}`,
    SIEGEL_SANDBOX_PORT: closed_port,
    SIEGEL_SANDBOX_SMTP_PORT: closed_port,
    ...environment,
  });
}

/** What servers over one database share, at once or one after the other: keys and documents. The folder goes with the test file. */
export function sharedByServers(): Readonly<Record<string, string>> {
  const storage = mkdtempSync(join(tmpdir(), "siegel-store-"));
  afterAll(() => rmSync(storage, { recursive: true, force: true }));
  return { SIEGEL_KEY_ENCRYPTION_KEY: "5".repeat(64), SIEGEL_STORAGE_URL: pathToFileURL(storage).href };
}

/** `ownIntake`: the product's own workers for intake, for tests about them. */
type HowServed = { readonly ownIntake?: true };

/** Starts the server over `databaseUrl`. Providers are where `environment` says; nothing listens there unless the test starts it. */
export async function startTestServer(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
  { ownIntake }: HowServed = {},
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "siegel-server-"));
  const port = await freePort();
  const clock = testClock();
  const config = testConfig({ port, dataDir }, environment);
  const log = pino({ level: process.env.TEST_LOG ?? "fatal", serializers: { fault: describeFault } });
  const wired = await wireServer({
    config,
    databaseUrl,
    clock,
    monotonic: clock,
    random: systemRandom,
    log,
    version: "test",
    ...(ownIntake !== true && sharesIntake(config.storageDir) ? { intakeWork: sharedIntake() } : {}),
  });
  clock.stand();
  const { organisationId } = await seedDemoOrganisation(wired.deps);
  const { apiKey, tokenId } = await createToken(wired.deps, { organisationId, name: "test" });
  const url = await wired.app.listen({ port, host: "127.0.0.1" });
  const close = async () => {
    await wired.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url, deps: wired.deps, clock, organisationId, apiKey, tokenId, close };
}

/** A server that lives as long as the test file, over a database of its own; `current()` answers it inside tests. */
export function useTestServer(
  environment: Readonly<Record<string, string>> = {},
  how: HowServed = {},
): { readonly current: () => TestServer } {
  const database = useTestDatabase();
  let server: TestServer | null = null;
  beforeAll(async () => {
    server = await startTestServer(database.current().url, environment, how);
  });
  afterAll(async () => {
    await server?.close();
  });
  return {
    current: () => {
      if (!server) throw new Error("the test server exists inside tests only");
      return server;
    },
  };
}
