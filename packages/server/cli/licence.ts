/** `siegel licence <organisation-id> …`: makes a trial a paid licence, sets limits, end and fees, as the desk does. */
import type { Config } from "../config.ts";
import { type LicenceChange, licenceOf } from "../rooms/accounts/accounts.ts";
import { changeLicence } from "../rooms/leaving/leaving.ts";
import { operatorRefusals } from "./organisation.ts";
import { readOptions, withCommand } from "./with-command.ts";

const classes = ["ses", "aes", "qes"] as const;
const usage = `usage: siegel licence <organisation-id> [--paid] [--until YYYY-MM-DD | --until never]
         [--ses N] [--aes N] [--qes N] [--fee-ses CENTS] [--fee-aes CENTS] [--fee-qes CENTS]`;

const options = {
  paid: { type: "boolean" },
  until: { type: "string" },
  ...Object.fromEntries(
    classes.flatMap((one) => [one, `fee-${one}`]).map((name) => [name, { type: "string" as const }]),
  ),
} as const;

/** What PostgreSQL takes as an integer. */
const number_max = 2_147_483_647;

/** Answers 0, 1 when it is refused, 2 for other options. Works beside a running server. */
export async function licence(config: Config, print: (line: string) => void, args: readonly string[]): Promise<number> {
  const read = readOptions(args, options);
  const [organisationId, ...more] = read?.rest ?? [];
  if (read === null || organisationId === undefined || more.length > 0 || Object.keys(read.values).length === 0) {
    print(usage);
    return 2;
  }
  const change = changeOf(read.values, new Date());
  if (typeof change === "string") {
    print(change);
    return 2;
  }
  return await withCommand(config, async (deps) => {
    const done = await changeLicence(deps, { organisationId, change });
    if (!done.ok) {
      print(operatorRefusals[done.code]);
      return 1;
    }
    if (done.isReopened) print("The organisation is open again. Workflows that were cancelled stay cancelled.");
    const { isTrial, expiresAt, usage: now, feeCents } = await licenceOf(deps.db, organisationId);
    print(
      `${isTrial ? "trial" : "paid"}, ${expiresAt === null ? "without an end" : `until ${expiresAt.toISOString()}`}`,
    );
    for (const one of classes)
      print(
        `${one}: ${now[one].limit} (${now[one].used} used, ${now[one].promised} reserved), fee ${feeCents[one]} cents`,
      );
    return 0;
  });
}

/** The change that was typed, or the sentence that says what is wrong with it. A paid licence has no end unless one is named. */
function changeOf(typed: Readonly<Record<string, string | boolean | undefined>>, now: Date): LicenceChange | string {
  const limits: { ses?: number; aes?: number; qes?: number } = {};
  const feeCents: typeof limits = {};
  for (const one of classes)
    for (const [name, into] of [
      [one, limits],
      [`fee-${one}`, feeCents],
    ] as const) {
      const value = typed[name];
      if (value === undefined) continue;
      if (!/^\d{1,10}$/.test(String(value)) || Number(value) > number_max)
        return `--${name} is a whole number from 0 to ${number_max}.`;
      into[one] = Number(value);
    }
  const isPaid = typed.paid === true;
  const until = typed.until === undefined ? (isPaid ? null : undefined) : untilOf(String(typed.until));
  if (until === false || (until instanceof Date && until <= now))
    return "--until is the last day, in the future, as in 2027-12-31 (UTC), or `never`.";
  return { isPaid, limits, feeCents, ...(until === undefined ? {} : { expiresAt: until }) };
}

/** The end of a day (UTC); null: never; false: no day. */
function untilOf(typed: string): Date | null | false {
  if (typed === "never") return null;
  const day = new Date(`${typed}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(typed) || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== typed)
    return false;
  return new Date(day.getTime() + 86_400_000);
}
