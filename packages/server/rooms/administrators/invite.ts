/** An administrator invites a person by their address: a mail with a link that makes an account for it (decisions.md §11). */
import { whyNotResend } from "@siegel/contract/account-acts.ts";
import type { AdministratorId } from "@siegel/contract/ids.ts";
import { invitation_link_s, invitations_per_hour_max, type Language } from "@siegel/contract/limits.ts";
import type { AccountRole } from "@siegel/contract/permissions.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordChange } from "../accounts/accounts.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import { mayStillAct } from "./acting-person.ts";
import type { ActingPerson } from "./administrators-rules.ts";
import { insertAdministrator } from "./administrators-store.ts";
import { makeLink } from "./mailed-links.ts";
import { endLinks } from "./mailed-links-store.ts";
import { type Person, readPersonByEmail, readPersonOf, updatePerson } from "./people-store.ts";
import { takeOf } from "./tries-store.ts";

type InviteDeps = MailingDeps & { readonly clock: Clock };

/** Why nobody was invited. */
export type InviteRefusal =
  | {
      readonly ok: false;
      readonly code: "INSUFFICIENT_PERMISSIONS" | "NOT_FOUND" | "ALREADY_MEMBER" | "INVITATION_ACCEPTED";
    }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterS: number };
type Invited = { readonly ok: true; readonly person: Person } | InviteRefusal;

/** Invites an address. One that is invited already gets a new link, and the role that is wished for now. */
export async function invite(
  deps: InviteDeps,
  by: ActingPerson,
  wanted: { readonly email: string; readonly role: AccountRole; readonly language: Language },
): Promise<Invited> {
  return await inTransaction(deps.db, async (db) => {
    const trx = { ...deps, db };
    if (!(await mayStillAct(db, by))) return { ok: false, code: "INSUFFICIENT_PERMISSIONS" };
    const { email, role, language } = wanted;
    const known = await readPersonByEmail(db, by.organisationId, email);
    if (known !== null && whyNotResend(known) !== null) return { ok: false, code: "ALREADY_MEMBER" };
    const refusal = await whyNotNow(trx, by);
    if (refusal !== null) return refusal;
    const administratorId = known?.administratorId ?? (deps.random.id() as AdministratorId);
    if (known === null) {
      const nameless = { firstName: "", lastName: "", phone: null, passwordHash: null };
      const { organisationId } = by;
      const made = { ...nameless, administratorId, organisationId, state: "invited", role, email, language } as const;
      await insertAdministrator(db, { ...made, at: deps.clock.now() });
    }
    await updatePerson(db, administratorId, { role, language, invited_by: by.administratorId });
    return await send(trx, by, administratorId);
  });
}

/** Sends an invitation again: its 72 hours begin anew, and the link before does nothing any more. */
export async function inviteAgain(deps: InviteDeps, by: ActingPerson, id: string): Promise<Invited> {
  return await inTransaction(deps.db, async (db) => {
    const trx = { ...deps, db };
    if (!(await mayStillAct(db, by))) return { ok: false, code: "INSUFFICIENT_PERMISSIONS" };
    const person = await readPersonOf(db, by.organisationId, id);
    if (person === null) return { ok: false, code: "NOT_FOUND" };
    const code = whyNotResend(person);
    if (code !== null) return { ok: false, code };
    return (await whyNotNow(trx, by)) ?? (await send(trx, by, person.administratorId));
  });
}

/** Whether too many mails went out. An invitation counts that was sent, also if it was taken back. */
async function whyNotNow({ db, clock }: InviteDeps, { organisationId }: ActingPerson): Promise<InviteRefusal | null> {
  const limit = { what: `invitations ${organisationId}`, max: invitations_per_hour_max, within_s: 3_600 };
  const retryAfterS = await takeOf(db, limit, clock.now());
  return retryAfterS === 0 ? null : { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
}

async function send(deps: InviteDeps, by: ActingPerson, administratorId: AdministratorId): Promise<Invited> {
  const at = deps.clock.now();
  await endLinks(deps.db, administratorId, at);
  const owner = { administratorId, registrationId: null };
  const linkId = await makeLink(deps, { ...owner, purpose: "invitation", lives_s: invitation_link_s });
  await mailAccount(deps, "invitation", { administratorId, linkId, aboutId: by.administratorId });
  const person = await readPersonOf(deps.db, by.organisationId, administratorId);
  if (person === null) throw new Error("the invited person was just written");
  const details = { administrator: administratorId, role: person.role };
  await recordChange(deps.db, by, { at, type: "administrator.invited", details });
  return { ok: true, person };
}
