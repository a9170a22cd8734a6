/** A qualified signer of a signing world who is about to identify, and what a provider tells of them. */
import type { ProviderAnswer } from "../ports/proven-identity.ts";
import { loadSigner } from "../rooms/workflows/workflows.ts";
import { nth, type SigningWorld } from "./signing-world.ts";

/** What a provider tells. */
export const ida: ProviderAnswer = {
  state: "succeeded",
  evidence: new Uint8Array([1]),
  identity: {
    ...{ firstNames: "Ida", lastName: "Müller", birthName: null, birthdate: "1980-05-17", nationality: "DE" },
    document: { kind: "id_card", number: null, validUntil: null, country: "DE" },
    level: "high",
  },
};

/** Sends a workflow to Ida, who confirms its documents; `beginning`: with what she begins an identification. */
export async function sendToIda(world: SigningWorld) {
  const sent = await world.send([{ type: "q_signature", firstName: "Ida" }]);
  await world.confirm(sent, 0);
  const context = await loadSigner(world.deps.db, sent.workflowId, nth(sent.signerIds, 0));
  if (context === null) throw new Error("no signer");
  const by = { ip: "192.0.2.7", userAgent: "test" };
  return { sent, beginning: { context, language: "de", isOnPhone: false, browser: null, by } } as const;
}
