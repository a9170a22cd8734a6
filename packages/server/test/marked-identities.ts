/** How people of a marked trial were identified, and their seal; what is sealed is sealed in earnest. */
import type { SignerId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import { issueOrganisationCertificate } from "../rooms/authority/authority.ts";
import { sealProven } from "../rooms/identity-proofing/check-secrets.ts";
import { openRecord, sealIdentity } from "../rooms/identity-proofing/identity-data.ts";
import type { TestServer } from "./test-server.ts";

/** Stands in every name, text, address and file of a marked trial, and nowhere else. */
export const mark = "Quittenmark";
/** In every phone number. */
export const marked_phone = "15155501777";
/** An address of the trial. */
export const email = (name: string) => `${name}@${mark.toLowerCase()}.example`;

/** A qualified seal, how its representative was met, and its key under its representative's password. */
export async function leaveSeal({ deps }: TestServer, organisationId: string): Promise<void> {
  const { db } = deps;
  const { subjectPublicKeyInfo } = await deps.keys.generate("p256");
  const subject = { country: "DE", legalName: mark, organizationIdentifier: "NTRDE-HRB1" };
  const key = { level: "qes", subjectPublicKeyInfo, subjectId: deps.random.id(), organisationId } as const;
  const seal = await issueOrganisationCertificate(deps, { ...key, ...subject });
  const caseId = deps.random.id();
  const met = sealIdentity(deps, caseId, {
    ...{ firstName: mark, lastName: mark, email: email("tilda"), birthdate: "1980-02-29", nationality: "DE" },
    ...{ phone: marked_phone, documentKind: "id_card", documentNumber: mark, documentValidUntil: "2031-01-31" },
    ...{ documentIssuer: mark, organisationId },
  });
  await sql`
    insert into signer_certificate
      (certificate_id, level, kind, organisation_id, person_id, email, phone, folded_name, issuer, serial, certificate, key_id, not_before,
       not_after, created_at)
    values (${`seal ${organisationId}`}, 'qes', 'organisation', ${organisationId}, ${mark}, ${email("tilda")}, ${Buffer.from(mark)}, ${mark},
            ${seal.issuer}, ${seal.serial}, ${Buffer.from(seal.certificate)}, ${`key ${organisationId}`}, ${seal.notBefore}, ${seal.notAfter},
            now())`.execute(db);
  await sql`
    insert into password_key (key_id, wrapped, subject_public_key_info, created_at)
    values (${`key ${organisationId}`}, ${Buffer.from(mark)}, ${Buffer.from(mark)}, now())`.execute(db);
  await sql`
    insert into identified_person (person_id, email, sealed, created_at)
    values (${mark}, ${email("tilda")}, ${Buffer.from(mark)}, now())`.execute(db);
  await sql`
    insert into identity_case
      (case_id, kind, state, organisation_id, email, first_name, last_name, language, sealed, identified_at, identified_by, link_id, link_hash,
       link_sent_at, link_expires_at, closed_at, person_id)
    values (${caseId}, 'on-site', 'done', ${organisationId}, ${email("tilda")}, ${mark}, ${mark}, 'de', ${met},
            now(), 'meike', 'link', ${`hash ${organisationId}`}, now(), now(), now(), ${mark})`.execute(db);
}

/** An identification for each signer, a code that brought them back, and what an operator decided. */
export async function leaveChecks({ deps }: TestServer, organisationId: string): Promise<void> {
  const { db } = deps;
  await sql`
    insert into identity_check
      (check_id, route, provider, state, workflow_id, signer_id, language, browser_hash, on_phone, begun_at, expires_at, ended_at, sealed, key_id)
    select 'check ' || signer_id, 'eid', 'eid.example', 'succeeded', workflow_id, signer_id, 'de', signer_id, false, now(), now(), now(),
           ${Buffer.from(mark)}, 'chosen ' || signer_id
    from workflow w join signer s using (workflow_id) where organisation_id = ${organisationId}`.execute(db);
  // On one of them the seal stands.
  const { checkId, signerId } = await db
    .selectFrom("identity_check")
    .select(["check_id as checkId", "signer_id as signerId"])
    .where("signer_id", "is not", null)
    .$narrowType<{ signerId: SignerId }>()
    .executeTakeFirstOrThrow();
  const document = { kind: "id_card", number: mark, validUntil: null, country: "DE" } as const;
  const who = { firstNames: mark, lastName: mark, birthName: null, birthdate: null, nationality: null, document };
  const proven = sealProven(deps, { checkId, purpose: "sign", signerId }, { ...who, level: "high" });
  await sql`
    update identity_check set sealed = ${proven}, certificate_id = ${`seal ${organisationId}`}, key_id = ${`key ${organisationId}`} where check_id = ${checkId}`.execute(
    db,
  );
  await sql`
    insert into identity_return_code (code_hash, check_id, expires_at)
    select check_id, check_id, now() from identity_check on conflict do nothing`.execute(db);
  await sql`
    insert into password_key (key_id, wrapped, subject_public_key_info, created_at)
    select key_id, ${Buffer.from(mark)}, ${Buffer.from(mark)}, now() from identity_check on conflict do nothing`.execute(
    db,
  );
  await sql`
    insert into challenge
      (challenge_id, auth_token_hash, holder_kind, other_id, purpose, channel, phone, reference, salt, code_mac, issued_at, expires_at)
    select check_id, check_id, 'identification', check_id, 'personal-ident', 'sms', ${marked_phone}, 'ABCD', ${Buffer.from("salt")},
           ${Buffer.from("mac")}, now(), now() from identity_check on conflict do nothing`.execute(db);
  await sql`
    insert into identity_review (check_id, state, handed_in_at, decided_at, decided_by, reason)
    select check_id, 'approved', now(), now(), 'meike', ${Buffer.from(mark)} from identity_check on conflict do nothing`.execute(
    db,
  );
  // Its representative has changed its phone.
  const owner = {
    checkId: `owner ${organisationId}`,
    purpose: "change_phone",
    about: { certificateId: `seal ${organisationId}` },
  } as const;
  const provenAgain = sealProven(deps, owner, { ...who, level: "high" });
  await sql`
    insert into identity_check
      (check_id, route, provider, state, purpose, about_certificate, holder_id, holder, language, browser_hash, on_phone, begun_at, expires_at,
       ended_at, sealed, certificate_id)
    values (${owner.checkId}, 'eid', 'eid.example', 'succeeded', 'change_phone', ${`seal ${organisationId}`}, ${mark}, ${Buffer.from(mark)}, 'de',
            ${mark}, false, now(), now(), now(), ${provenAgain}, ${`seal ${organisationId}`})`.execute(db);
  await sql`
    insert into certificate_change (change_id, certificate_id, kind, route, language, told_phone, changed_at, stop_hash)
    values (${mark}, ${`seal ${organisationId}`}, 'phone', 'eid', 'de', ${Buffer.from(mark)}, now(), ${mark})`.execute(
    db,
  );
}

/** Who it was, as a record that was kept says it under its secret. */
export const whoWasMet = (
  { server }: { readonly server: TestServer },
  { sealed_for: sealedFor, sealed }: { sealed_for: string; sealed: Uint8Array },
): unknown => openRecord(server.deps.identitySecret, { sealedFor, sealed });
