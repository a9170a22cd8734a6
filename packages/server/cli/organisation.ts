/** `siegel organisation list | activate <id> | deactivate <id> | passwords-on <id>`: what the desk does too, without a login. */

import type { Config } from "../config.ts";
import { type ListedOrganisation, listOrganisations } from "../rooms/accounts/accounts.ts";
import { turnPasswordsOn } from "../rooms/administrators/administrators.ts";
import { type OperatorRefusal, switchOrganisation } from "../rooms/leaving/leaving.ts";
import { withCommand } from "./with-command.ts";

const usage =
  "usage: siegel organisation list | siegel organisation activate <id> | siegel organisation deactivate <id> | siegel organisation passwords-on <id>";
const acts = ["activate", "deactivate", "passwords-on"] as const;

/** Why an operator's act is refused, and what to do. */
export const operatorRefusals = {
  UNKNOWN: "There is no organisation with this id: `siegel organisation list` shows them.",
  DELETING: "The deletion of this organisation has begun and cannot be stopped.",
  TRIAL_OVER: "Its trial is over: `siegel licence <id> --paid` makes it a paid licence and opens it again.",
} as const satisfies Record<OperatorRefusal["code"], string>;

/** Answers 0, 1 when it is refused, 2 for other options. Works beside a running server. */
export async function organisation(
  config: Config,
  print: (line: string) => void,
  [act, organisationId, ...more]: readonly string[],
): Promise<number> {
  if (act === "list" && organisationId === undefined)
    return await withCommand(config, async ({ db }) => {
      for (const one of await listOrganisations(db)) print(lineOf(one));
      return 0;
    });
  const known = acts.find((one) => one === act);
  if (known === undefined || organisationId === undefined || more.length > 0) {
    print(usage);
    return 2;
  }
  return await withCommand(config, async (deps) => {
    if (known === "passwords-on") {
      const on = await turnPasswordsOn(deps, organisationId);
      print(on.ok ? `People of ${organisationId} can log in with passwords.` : operatorRefusals[on.code]);
      return on.ok ? 0 : 1;
    }
    const isActive = known === "activate";
    const done = await switchOrganisation(deps, { organisationId, isActive });
    print(done.ok ? `${organisationId} is ${isActive ? "active" : "inactive"}.` : operatorRefusals[done.code]);
    return done.ok ? 0 : 1;
  });
}

function lineOf({ organisationId, name, isActive, isDemo, isTrial, expiresAt }: ListedOrganisation): string {
  const licence = isDemo ? "demo" : isTrial ? "trial" : "paid";
  const until = expiresAt === null ? "without an end" : `until ${expiresAt.toISOString()}`;
  return [organisationId, isActive ? "active" : "inactive", licence, until, name].join("  ");
}
