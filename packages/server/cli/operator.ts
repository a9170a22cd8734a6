/** `siegel operator add | list | disable | enable | reset-factor | reset-password`: who may log in at the operator's desk. */
import type { Config } from "../config.ts";
import {
  addOperator,
  listOperators,
  type Operator,
  resetOperatorFactor,
  resetOperatorPassword,
  type StaffRefusal,
  switchOperator,
} from "../rooms/operators/operators.ts";
import { masterKeyOf } from "../wire-authority.ts";
import { factorSecretOf } from "../wire-factors.ts";
import { withCommand } from "./with-command.ts";

const usage = `usage: siegel operator add <e-mail> <first name> <last name> | siegel operator list
       siegel operator disable|enable|reset-factor|reset-password <e-mail>`;

const refusals = {
  TAKEN: "An operator has this address already: `siegel operator list` shows them.",
  UNKNOWN: "No operator has this address: `siegel operator list` shows them.",
} as const satisfies Record<StaffRefusal["code"], string>;

type Print = (line: string) => void;
type Done = { readonly ok: true } | StaffRefusal;

/** Answers 0, 1 when it is refused, 2 for other options. Works beside a running server. What it prints is told once. */
export async function operator(config: Config, print: Print, typed: readonly string[]): Promise<number> {
  const [act = "", email, ...names] = typed;
  if (act === "list" && email === undefined)
    return await withCommand(config, async ({ db }) => {
      for (const one of await listOperators(db)) print(lineOf(one));
      return 0;
    });
  const isComplete =
    act === "add" ? names.length === 2 && names.every((name) => name.trim() !== "") : names.length === 0;
  if (!acts.includes(act) || email === undefined || !/^\S+@\S+$/.test(email) || !isComplete) {
    print(usage);
    return 2;
  }
  return await withCommand(config, async (deps) => {
    const done = await run({ ...deps, factorSecret: factorSecretOf(masterKeyOf(config)) }, print, {
      ...{ act, email, issuer: `${config.provider.name} (${new URL(config.publicUrl).hostname})` },
      ...{ firstName: names[0] ?? "", lastName: names[1] ?? "" },
    });
    if (!done.ok) print(refusals[done.code]);
    return done.ok ? 0 : 1;
  });
}

const acts = ["add", "disable", "enable", "reset-factor", "reset-password"];

type Deps = Parameters<typeof addOperator>[0];
type Order = {
  readonly act: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly issuer: string;
};

async function run(deps: Deps, print: Print, { act, ...order }: Order): Promise<Done> {
  const { email } = order;
  if (act === "add") {
    const made = await addOperator(deps, order);
    if (made.ok) {
      print(`${email} is an operator.`);
      print(`Password: ${made.password}`);
      printFactor(print, made);
    }
    return made;
  }
  if (act === "reset-factor") {
    const made = await resetOperatorFactor(deps, order);
    if (made.ok) printFactor(print, made);
    return made;
  }
  if (act === "reset-password") {
    const made = await resetOperatorPassword(deps, email);
    if (made.ok) print(`New password: ${made.password}`);
    return made;
  }
  const isActive = act === "enable";
  const done = await switchOperator(deps, { email, isActive });
  if (done.ok) print(`${email} ${isActive ? "can log in" : "cannot log in any more; open sessions are ended"}.`);
  return done;
}

function printFactor(
  print: Print,
  {
    secret,
    uri,
    recoveryCodes,
  }: { readonly secret: string; readonly uri: string; readonly recoveryCodes: readonly string[] },
): void {
  print(`Secret for an authenticator app: ${secret}`);
  print(`The same as an address, for a QR code: ${uri}`);
  print("Recovery codes, each works once in place of the app's code:");
  for (const code of recoveryCodes) print(`  ${code}`);
  print("None of this is shown again.");
}

function lineOf({ email, firstName, lastName, disabledAt, lastLoginAt }: Operator): string {
  const seen = lastLoginAt === null ? "never logged in" : `logged in ${lastLoginAt.toISOString()}`;
  return [email, disabledAt === null ? "active" : "disabled", seen, `${firstName} ${lastName}`].join("  ");
}
