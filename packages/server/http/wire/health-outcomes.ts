/** Asks each part of the service whether it works. */
import type { ServerDeps } from "../../deps.ts";

const patienceMs = 3_000;

type Outcome = "ok" | "failing";

/** Each part by its name. Why one fails stands in the log only. */
export async function healthOutcomes(deps: ServerDeps): Promise<Record<string, Outcome>> {
  const named = Object.entries(deps.healthChecks).map(
    async ([name, check]) => [name, await outcome(deps, name, check)] as const,
  );
  return Object.fromEntries(await Promise.all(named));
}

async function outcome(deps: ServerDeps, name: string, check: () => Promise<void>): Promise<Outcome> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${patienceMs} ms`)), patienceMs);
  try {
    await Promise.race([check(), late]);
    return "ok";
  } catch (fault) {
    deps.log.warn({ fault, check: name }, "health check failed");
    return "failing";
  } finally {
    clearTimeout(timer);
  }
}
