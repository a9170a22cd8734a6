/** The product as operators run it, for walks: two web processes, a worker and an authority behind a balancer. */
import { startSandboxProcess } from "@siegel/server/test/start-sandbox.ts";
import { prepareLayout } from "./layout.ts";
import { countRows, type Product } from "./product.ts";

/** What a walk needs of the product, in however many processes it runs. */
export type Walked = Pick<Product, "demo" | "printed" | "query" | "pids" | "dataDir" | "stop">;

/** Starts all of them at once on a database and a storage of their own, and a sandbox beside. */
export async function startApart(environment: Readonly<Record<string, string>>): Promise<Walked> {
  const sandbox = await startSandboxProcess();
  const layout = await prepareLayout(sandbox, { environment });
  const stop = async (): Promise<void> => {
    await layout.stop();
    await sandbox.stop();
  };
  try {
    await Promise.all((["web", "web", "worker", "authority"] as const).map((role) => layout.start(role)));
  } catch (fault) {
    await stop();
    throw fault;
  }
  const databaseUrl = layout.environment.DATABASE_URL ?? "";
  const query: Walked["query"] = (text, values) => countRows(databaseUrl, text, values);
  const pids = () => [...layout.pids(), sandbox.pid];
  return { demo: layout.demo, printed: layout.printed, query, pids, dataDir: layout.folder, stop };
}
