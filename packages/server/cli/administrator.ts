/** `siegel administrator reset-factor <e-mail>`: for a person who lost their second factor and whom no colleague can help. */
import type { Config } from "../config.ts";
import { resetFactor } from "../rooms/administrators/administrators.ts";
import { withCommand } from "./with-command.ts";

const usage = "usage: siegel administrator reset-factor <e-mail>";
const refusals = {
  UNKNOWN: "There is no account with this address.",
  NO_SECOND_FACTOR: "This account has no second factor: its password is enough.",
} as const;

/** Answers 0, 1 when it is refused, 2 for other options. Works beside a running server. */
export async function administrator(
  config: Config,
  print: (line: string) => void,
  [act, email, ...more]: readonly string[],
): Promise<number> {
  if (act !== "reset-factor" || email === undefined || more.length > 0) {
    print(usage);
    return 2;
  }
  return await withCommand(config, async (deps) => {
    const done = await resetFactor(deps, email);
    const isDone = `The second factor of ${email} is removed. The person logs in with the password alone and is told by mail.`;
    print(done.ok ? isDone : refusals[done.code]);
    return done.ok ? 0 : 1;
  });
}
