/**
 * Compares what the house wrote with what it told, after everything calmed down: rows, files, audit trail, mails and the
 * answers of its clients. Tests of faults break things as they like and then ask here; nothing found is nothing lost.
 */
import type { Db } from "@siegel/server/db/database.ts";
import type { BlobStore } from "@siegel/server/ports/blobs.ts";
import { trustAnchors } from "@siegel/server/rooms/authority/authority.ts";
import type { Message } from "../../fixtures/inbox.ts";
import { checkActs, checkSigners } from "./check-acts.ts";
import { checkCodes } from "./check-codes.ts";
import { checkCounts, checkNothingStuck } from "./check-counts.ts";
import { checkFiles } from "./check-files.ts";
import { checkMails } from "./check-mails.ts";
import { checkTold, type Told } from "./check-told.ts";
import { checkTrail } from "./check-trail.ts";
import { readLedger } from "./read-ledger.ts";

/** What is looked at. */
export type House = {
  readonly db: Db;
  readonly blobs: Pick<BlobStore, "open">;
  /** Everything that reached a mailbox or a telephone. */
  readonly messages: () => Promise<readonly Message[]>;
  /** DER; the own authority's root unless another one stamps. */
  readonly timestampAnchors?: readonly Uint8Array[];
  /** Only these workflows' files and mails are looked at, and everybody's rows; all unless said. */
  readonly workflows?: ReadonlySet<string>;
  /** The mail server knows nobody: mails may have ended as refused. */
  readonly mailsMayBeRefused?: boolean;
};

/** Every contradiction, one sentence each; none when the house is in order. */
export async function reckon(house: House, told: readonly Told[]): Promise<string[]> {
  const ledger = await readLedger(house.db);
  const anchors = await trustAnchors(house.db);
  const within = (workflowId: string) => house.workflows?.has(workflowId) ?? true;
  const look = { blobs: house.blobs, anchors, timestampAnchors: house.timestampAnchors ?? anchors, within };
  const messages = await house.messages();
  const mails = { messages, within, mailsMayBeRefused: house.mailsMayBeRefused ?? false };
  return [
    ...checkTold(ledger, told),
    ...checkActs(ledger),
    ...checkSigners(ledger),
    ...(await checkFiles(ledger, look)),
    ...(await checkTrail(house.db, ledger)),
    ...checkCounts(ledger),
    ...checkNothingStuck(ledger),
    ...checkMails(ledger, mails),
    ...checkCodes(ledger, messages),
  ];
}
