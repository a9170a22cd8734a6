/** Whose qualified certificate signs in a workflow: e-mail, name, organisation, phone and level, each equal, different and missing. */

import { isSeal } from "@siegel/contract/signer-kind.ts";
import { expect, it } from "vitest";
import { storePasswordKey } from "../../test/password-key-row.ts";
import { nth } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import {
  type IssuedCertificate,
  issueOrganisationCertificate,
  issuePersonCertificate,
} from "../authority/authority.ts";
import { identitySecret } from "../identity-proofing/identity-proofing.ts";
import { loadSigner, type SignerContext } from "../workflows/workflows.ts";
import { certificateStatusOf } from "./certificates.ts";
import { keepQualified, type MetHolder } from "./qualified-certificates.ts";

const met = identitySecret(new Uint8Array(32));

const world = useSigningWorld();

/** The certificate's own: a fixed line, so that its type tells it from the sender's. */
const registered = "+494012345678";
const representative = { firstName: "Frauke", lastName: "Petersen", email: "frauke.petersen@hafenwerk.example" };
const register = {
  country: "DE",
  legalName: "Hafenwerk Wohnungsgenossenschaft eG",
  organizationIdentifier: "NTRDE-HAMBURG.GNR9999",
};

type Likeness = "equal" | "different" | "missing";
const likenesses: readonly Likeness[] = ["equal", "different", "missing"];
const pick = <Value>(likeness: Likeness, [equal, different, missing]: readonly [Value, Value, Value]): Value =>
  ({ equal, different, missing })[likeness];

async function signerOf(type: "q_signature" | "q_seal"): Promise<SignerContext> {
  const sent = await world.send([{ type: "a_signature", firstName: "Frauke" }]);
  const context = await loadSigner(world.deps.db, sent.workflowId, nth(sent.signerIds, 0));
  if (context === null) throw new Error("the signer is not there");
  return { ...context, signer: { ...context.signer, ...representative, type } };
}

type Made = { readonly of: "person" | "organisation"; readonly issued: IssuedCertificate };

async function keep({ issued }: Made, holder: MetHolder, level: Likeness): Promise<void> {
  const { deps } = world;
  const certificateId = deps.random.id();
  const { keyId } = await deps.keys.generate("p256");
  await storePasswordKey(deps.db, keyId);
  const made = { ...issued, serial: certificateId, certificateId, keyId };
  expect(await keepQualified(deps, holder, made)).toBe(true);
  // An advanced one, whatever else its row says.
  if (level === "different")
    await deps.db
      .updateTable("signer_certificate")
      .set({ level: "aes", organisation_id: holder.organisationId ?? "else" })
      .where("certificate_id", "=", certificateId)
      .execute();
}

it("[S-169] [T-053] a certificate is used only for its own e-mail, name, organisation and level, with its own phone", async () => {
  const { deps } = world;
  const [signature, seal] = [await signerOf("q_signature"), await signerOf("q_seal")];
  const { organisationId } = seal.workflow;
  const { subjectPublicKeyInfo } = await deps.keys.generate("p256");
  const key = { level: "qes", subjectPublicKeyInfo, subjectId: deps.random.id() } as const;
  const ofPerson = await issuePersonCertificate(deps, { ...representative, organisationId: null, ...key });
  const ofSeal = await issueOrganisationCertificate(deps, { ...register, organisationId, ...key });
  const sentPhones = { equal: registered, different: "+4915123456789", missing: null } as const;

  for (const email of likenesses)
    for (const name of likenesses)
      for (const organisation of likenesses)
        for (const level of likenesses) {
          await deps.db.deleteFrom("signer_certificate").execute();
          const whose = {
            personId: "met",
            phone: registered,
            email: pick(email, ["Frauke.Petersen@Hafenwerk.example ", "eva@hafenwerk.example", ""]),
            firstName: pick(name, ["FRAUKE", "Eva", ""]),
            lastName: pick(name, ["Petersen", "Petersen", ""]),
          };
          const org = pick(organisation, [organisationId as string, "another", null]);
          const holder: MetHolder =
            org === null
              ? { ...whose, kind: "person", organisationId: null }
              : { ...whose, kind: "organisation", organisationId: org };
          if (level !== "missing")
            await keep(
              org === null ? { of: "person", issued: ofPerson } : { of: "organisation", issued: ofSeal },
              holder,
              level,
            );
          for (const context of [signature, seal])
            for (const phone of likenesses) {
              const e164 = sentPhones[phone];
              const signer = { ...context.signer, phone: e164 === null ? null : { e164, type: 1, country: "DE" } };
              const status = await certificateStatusOf({ ...deps, identitySecret: met }, {
                ...context,
                signer,
              } as SignerContext);
              const same = email === "equal" && name === "equal" && level === "equal";
              const fits = organisation === (isSeal(context.signer.type) ? "equal" : "missing");
              const on = JSON.stringify({ type: context.signer.type, email, name, organisation, level, phone });
              expect([on, status]).toEqual([
                on,
                {
                  certificate_exists: same && fits,
                  signer_exists: same,
                  phone_exists: same,
                  signer_seal_identified: true,
                  certificate_state: same && fits ? "OK" : "MISSING",
                  // The sender's number never replaces it.
                  masked_phone: same && fits ? "+49 ••• ••78" : null,
                  phone_type: same && fits ? 0 : -1,
                },
              ]);
            }
        }
}, 60_000);

it("[S-169] only who the register names may seal: by e-mail and name, for a verified organisation", async () => {
  const context = await signerOf("q_seal");
  const identified = async (
    signer: Partial<SignerContext["signer"]>,
    organisationId = context.workflow.organisationId,
  ) => {
    const asked = {
      signer: { ...context.signer, ...signer },
      workflow: { ...context.workflow, organisationId },
    } as SignerContext;
    return (await certificateStatusOf({ ...world.deps, identitySecret: met }, asked)).signer_seal_identified;
  };
  expect(await identified({ email: " FRAUKE.Petersen@hafenwerk.example", firstName: "Dr. Frauke" })).toBe(true);
  for (const other of [{ email: "eva@hafenwerk.example" }, { firstName: "Eva" }, { lastName: "Peters" }])
    expect([other, await identified(other)]).toEqual([other, false]);
  expect(await identified({}, "another" as never)).toBe(false);
});
