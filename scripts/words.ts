/** Lines and addresses that may not stand in this house, each with the reason. */

import type { SourceFile } from "./sizes.ts";
import { isTest } from "./tracked-files.ts";

type Ban = {
  readonly pattern: RegExp;
  readonly where: RegExp;
  readonly except?: RegExp;
  /** Tests are held to it too. */
  readonly inTests: boolean;
  readonly why: string;
};

/** Where time and randomness come from; everyone else is given them. */
const sources = /^packages\/server\/(main\.ts|adapters\/|test\/|cli\/)/;
const code = /^(packages|scripts|e2e|fixtures|interop|bench|fuzz|gallery)\//;
const bans: readonly Ban[] = [
  {
    pattern: /\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(|\brandomBytes\(|\brandomUUID\(|\bgetRandomValues\(/,
    where: /^packages\/(kernel|contract|server)\//,
    except: sources,
    inTests: false,
    why: "time and randomness are arguments",
  },
  {
    // PATH is the machine's, not ours: a child process needs it.
    pattern: /\bprocess\.env\b(?!(\.|\[")PATH)/,
    where: /^packages\/(kernel|contract|server)\//,
    except: /^packages\/server\/(main|config)\.ts$|^packages\/server\/(test|cli)\//,
    inTests: false,
    why: "the environment is read once, in config.ts",
  },
  {
    pattern: /@ts-(ignore|nocheck)|\bas any\b/,
    where: code,
    inTests: true,
    why: "types are not switched off",
  },
  {
    pattern: /\b(describe|it|test)\.(only|skip)\(/,
    where: code,
    inTests: true,
    why: "a test runs, or says itself why it cannot (skipIf)",
  },
];

/** Sentences about lines that break one of the bans; empty when all is well. */
export function checkLines(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => {
    const mine = bans.filter((ban) => ban.where.test(file.path) && !ban.except?.test(file.path));
    const inForce = isTest(file.path) ? mine.filter((ban) => ban.inTests) : mine;
    return file.text
      .split("\n")
      .flatMap((line, index) =>
        inForce.filter((ban) => ban.pattern.test(line)).map((ban) => `${file.path}:${index + 1}: ${ban.why}`),
      );
  });
}

const registry =
  /registry\.[a-z0-9-]+\.[a-z]+|npmjs\.(org|com)|pythonhosted\.org|pypi\.org|^\s*registry\s*=|"resolved":\s*"https?:/i;

/** Sentences about download addresses, hosts of registries and paths of this machine; empty when all is well. */
export function checkAddresses(files: readonly SourceFile[], checkout: string): readonly string[] {
  return files.flatMap((file) =>
    file.text.split("\n").flatMap((line, index) => {
      const place = `${file.path}:${index + 1}`;
      if (line.includes(`${checkout}/`)) return [`${place}: a path of this machine`];
      return registry.test(line) ? [`${place}: an address of a registry`] : [];
    }),
  );
}
