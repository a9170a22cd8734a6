/** Somebody of a qualified world whom nobody has met, identified by a card that is played, with password and phone chosen. */
import type { EidIssuer } from "../ports/eid.ts";
import type { ProvenIdentity } from "../ports/proven-identity.ts";
import type { PasswordBytes } from "../ports/signing-module.ts";
import { choosePassword } from "../rooms/certificates/certificates.ts";
import { arrive, beginEid, identifiedBy } from "../rooms/identity-proofing/identity-proofing.ts";
import { loadSigner } from "../rooms/workflows/workflows.ts";
import { password, type QualifiedWorld } from "./qualified-world.ts";
import { freshPhone } from "./sent-workflow.ts";
import { nth, type Sent } from "./signing-world.ts";

const by = { ip: "192.0.2.7", userAgent: "test" };

/** An issuer whose page reads one card; `state`: of the question that was asked last. */
export function playedIssuer(
  who: Pick<ProvenIdentity, "firstNames" | "lastName"> & Partial<Pick<ProvenIdentity, "birthdate">>,
): {
  readonly eid: EidIssuer;
  readonly state: () => string;
} {
  let asked = "";
  const document = { kind: "id_card", number: null, validUntil: null, country: "DE" } as const;
  const identity = {
    birthName: null,
    birthdate: "1980-05-17",
    ...who,
    nationality: "DE",
    document,
    level: "high",
  } as const;
  return {
    state: () => asked,
    eid: {
      kind: "issuer",
      name: "eid.example",
      addressFor: async ({ state }) => {
        asked = state;
        return { kind: "address", url: "https://eid.example" };
      },
      redeem: async () => ({ state: "succeeded", evidence: new Uint8Array([1]), identity }),
    },
  };
}

/** Identifies the first signer of what was sent; answers the cookie of their browser. */
export async function identifyInWorld(house: QualifiedWorld, sent: Sent): Promise<string> {
  const { db } = house.world.deps;
  const context = await loadSigner(db, sent.workflowId, nth(sent.signerIds, 0));
  if (context === null) throw new Error("no signer");
  const { signer } = context;
  const card = playedIssuer({ firstNames: signer.firstName, lastName: signer.lastName });
  const deps = { ...house.depsOver(), eid: card.eid, videoIdent: null, publicUrl: "https://siegel.example" };
  const begun = await beginEid(deps, { context, language: "de", isOnPhone: false, browser: null, by });
  if (!begun.ok) throw new Error(begun.code);
  const { browser } = begun;
  await arrive(deps, { ref: card.state(), answer: "code=1", browser, by });
  const identified = await identifiedBy(deps, { context, browser });
  if (identified === null) throw new Error("nobody was identified");
  const typed = {
    password: new TextEncoder().encode(password) as PasswordBytes,
    phone: freshPhone(),
    channel: "sms",
    holder: { kind: "signer", id: signer.signerId },
    network: by.ip,
    resume: false,
  } as const;
  const chosen = await choosePassword(deps, { check: identified.check, signer }, typed);
  if (!chosen.ok) throw new Error(JSON.stringify(chosen));
  return browser;
}
