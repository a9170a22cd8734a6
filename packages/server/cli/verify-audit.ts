/** `siegel verify-audit`: recomputes the audit trail and names every row that does not hold. */
import type { Config } from "../config.ts";
import { openDatabase } from "../db/database.ts";
import { type TrailFault, verifyTrail } from "../rooms/audit-trail/audit-trail.ts";
import { openSource } from "./open-source.ts";

/** Answers 0 when the trail holds, 1 when it does not. Works beside a running server. */
export async function verifyAudit(config: Config, print: (line: string) => void): Promise<number> {
  const source = await openSource(config);
  try {
    return await verifyDatabase(source.url, print);
  } finally {
    await source.close();
  }
}

/** The same for a database that is open already. */
export async function verifyDatabase(url: string, print: (line: string) => void): Promise<number> {
  const database = openDatabase(url, { max: 1 });
  try {
    const { chains, events, faults } = await verifyTrail(database.db);
    for (const fault of faults) print(sentence(fault));
    print(`${chains} chains, ${events} events, ${faults.length} faults`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

const reasons = {
  changed: "was changed",
  "details-changed": "has changed details",
  "details-missing": "has lost its details",
  "details-erased": "has erased details, and no event of the chain says so",
  missing: "is missing",
  reordered: "stands in the wrong place",
  "head-wrong": "has a wrong head",
  "no-chain": "has no chain",
} as const satisfies Record<TrailFault["kind"], string>;

function sentence({ chainId, seq, kind }: TrailFault): string {
  return seq === null ? `chain ${chainId} ${reasons[kind]}` : `chain ${chainId}, row ${seq} ${reasons[kind]}`;
}
