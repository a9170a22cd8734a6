/** Events are written down in the transaction of what they tell of, under the workflow's row lock: none is lost, and none tells of what never was. */
import type { OrganisationId, TokenId } from "@siegel/contract/ids.ts";
import { test_event } from "@siegel/contract/webhook-events.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import type { NoteChange } from "../workflows/workflows.ts";
import { insertDelivery, keepReceiver, takeNumber } from "./outbox-store.ts";
import { bodyOf, originOf } from "./webhooks-rules.ts";

type NoteDeps = { readonly clock: Clock; readonly random: Random };

/** Notes changes of workflows whose events go somewhere; what other rooms get in their `deps`. */
export function noteChanges(deps: NoteDeps): NoteChange {
  return async (db, { workflowId, type, at, signer }) => {
    const numbered = await takeNumber(db, workflowId);
    if (numbered === null) return;
    const { url, sequence, status, organisationId, tokenId } = numbered;
    const data = {
      workflow_id: workflowId,
      sequence,
      status,
      ...(signer === undefined ? {} : { signer: { signer_id: signer.signerId, status: signer.status } }),
    };
    await insertDelivery(db, {
      ...ownIds(deps),
      receiverId: await receiverOf(deps, db, { organisationId, url }),
      organisationId,
      tokenId,
      workflowId,
      sequence,
      type,
      url,
      body: bodyOf({ type, at, data }),
      lane: workflowId,
      at,
      dueAt: deps.clock.now(),
    });
  };
}

/** Writes a test event that goes to the token's address only; answers its id. */
export async function noteTest(
  deps: NoteDeps,
  db: Db,
  to: { readonly organisationId: OrganisationId; readonly tokenId: TokenId; readonly url: string },
): Promise<string> {
  const at = deps.clock.now();
  const { deliveryId } = ownIds(deps);
  await insertDelivery(db, {
    ...to,
    deliveryId,
    receiverId: await receiverOf(deps, db, to),
    workflowId: null,
    sequence: null,
    type: test_event,
    body: bodyOf({ type: test_event, at, data: { token_id: to.tokenId } }),
    lane: deliveryId,
    at,
    dueAt: at,
  });
  return deliveryId;
}

/** `webhook-id`s have no full stop: it parts what is signed. */
const ownIds = ({ random }: NoteDeps) => ({ deliveryId: `evt_${random.id()}` });

/** The receiver behind an address. */
export async function receiverOf(
  { random }: Pick<NoteDeps, "random">,
  db: Db,
  { organisationId, url }: { readonly organisationId: OrganisationId; readonly url: string },
): Promise<string> {
  return await keepReceiver(db, { organisationId, origin: originOf(url), newId: random.id() });
}
