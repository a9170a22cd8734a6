/** Networks that the operator allows besides public addresses (SIEGEL_WEBHOOK_NETWORKS and the like). */
import { z } from "zod";
import { ConfigurationFault } from "./configuration-fault.ts";
import { entriesOf } from "./entries-of.ts";

type Name = "SIEGEL_WEBHOOK_NETWORKS" | "SIEGEL_OIDC_NETWORKS" | "SIEGEL_EID_NETWORKS";

const network = z.union([z.cidrv4(), z.cidrv6()]);

/** What may be spoken to in development without being named. */
const own_networks = "127.0.0.0/8 ::1/128";

/** The list of a variable, each as `address/prefix`. @throws ConfigurationFault */
export function networksFrom(
  name: Name,
  env: Readonly<Partial<Record<Name, string | undefined>>> & { readonly SIEGEL_MODE: "development" | "production" },
): string[] {
  const list = env[name] ?? (env.SIEGEL_MODE === "development" ? own_networks : "");
  const networks = entriesOf(list);
  const wrong = networks.find((entry) => !network.safeParse(entry).success);
  if (wrong !== undefined)
    throw new ConfigurationFault(
      `${name}: ${wrong} is no network; write an address and a prefix, for example 10.1.0.0/16`,
    );
  return networks;
}
