/** A doubtful identification that waits for an operator, without a card: for tests that are not about how it came there. */
import { nonce_bytes, sealText } from "@siegel/kernel/mac/sealed-text.ts";
import type { ProvenIdentity } from "../ports/proven-identity.ts";
import type { TestServer } from "./test-server.ts";

const identity: ProvenIdentity = {
  firstNames: "Marek Piotr",
  lastName: "Wołoszyn",
  birthName: null,
  birthdate: "1977-08-02",
  nationality: "PL",
  document: { kind: "id_card", number: null, validUntil: "2031-06-30", country: "PL" },
  level: "high",
};

/** Leaves one for a signer; answers its id. */
export async function leaveReview(
  { deps }: TestServer,
  of: { readonly workflow_id: string; readonly signer_id: string },
): Promise<string> {
  const { db, random, identitySecret, clock } = deps;
  const check_id = random.id();
  const at = clock.now();
  const owner = `check ${check_id} of ${of.signer_id}`;
  const sealed = sealText(identitySecret, { owner, text: JSON.stringify(identity), nonce: random.bytes(nonce_bytes) });
  await db
    .insertInto("identity_check")
    .values({
      check_id,
      route: "eid",
      provider: "eid.example",
      state: "review",
      workflow_id: of.workflow_id as never,
      signer_id: of.signer_id as never,
      language: "en",
      browser_hash: check_id,
      on_phone: false,
      begun_at: at,
      expires_at: at,
      answered_at: at,
      released_at: at,
      kept_at: at,
      sealed,
    })
    .execute();
  await db.insertInto("identity_review").values({ check_id, state: "open", handed_in_at: at }).execute();
  return check_id;
}
