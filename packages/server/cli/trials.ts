/** `siegel trials [--dry-run]`: one round of warning, closing and deleting trials, or what it would do (docs/flows/leaving.md). */
import type { Config } from "../config.ts";
import { runTrials, type TrialAct } from "../rooms/leaving/leaving.ts";
import { sentenceOf } from "../sentence-of.ts";
import { readOptions, withCommand } from "./with-command.ts";

const usage = "usage: siegel trials [--dry-run]";

const steps = {
  "warn-day-7": ["warned (a week before the end)", "would be warned (a week before the end)"],
  "warn-day-13": ["warned (a day before the end)", "would be warned (a day before the end)"],
  close: ["closed", "would be closed"],
  delete: ["deleted", "would be deleted"],
} as const satisfies Record<TrialAct["due"], readonly [string, string]>;

/** Answers 0, 1 when something failed, 2 for other options. Works beside a running server. */
export async function trials(config: Config, print: (line: string) => void, args: readonly string[]): Promise<number> {
  const options = readOptions(args, { "dry-run": { type: "boolean" } });
  if (options === null || options.rest.length > 0) {
    print(usage);
    return 2;
  }
  const isDry = options.values["dry-run"] === true;
  return await withCommand(config, async (deps) => {
    const acts = await runTrials(deps, { isDry });
    for (const act of acts) print(`${act.organisationId} ${act.name}: ${told(act)}`);
    if (acts.length === 0) print("Nothing is due.");
    return acts.some((act) => act.outcome === "fault") ? 1 : 0;
  });
}

function told({ due, outcome, fault }: TrialAct): string {
  const [done, planned] = steps[due];
  if (outcome === "done") return done;
  if (outcome === "due") return planned;
  if (outcome === "waits") return "is closed; its deletion waits until its last mail is handed over";
  if (outcome === "left") return "was left: another process was faster, or it is paid for now";
  return `failed: ${sentenceOf(fault)}`;
}
