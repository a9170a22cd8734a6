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
import { countInvitations, type Person, readPersonByEmail, readPersonOf, updatePerson } from "./people-store.ts";

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
    const refusal = await whyNotNow(trx, by);
    if (refusal !== null) return refusal;
    const { email, role, language } = wanted;
    const known = await readPersonByEmail(db, by.organisationId, email);
    if (known !== null && whyNotResend(known) !== null) return { ok: false, code: "ALREADY_MEMBER" };
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
    const refusal = await whyNotNow(trx, by);
    if (refusal !== null) return refusal;
    const person = await readPersonOf(db, by.organisationId, id);
    if (person === null) return { ok: false, code: "NOT_FOUND" };
    const code = whyNotResend(person);
    return code === null ? await send(trx, by, person.administratorId) : { ok: false, code };
  });
}

/** Under the lock of the organisation: whether the person may still act, and whether not too many mails went out. */
async function whyNotNow({ db, clock }: InviteDeps, by: ActingPerson): Promise<InviteRefusal | null> {
  if (!(await mayStillAct(db, by))) return { ok: false, code: "INSUFFICIENT_PERMISSIONS" };
  const now = clock.now().getTime();
  const hour_ms = 3_600_000;
  const { count, first } = await countInvitations(db, by.organisationId, new Date(now - hour_ms));
  if (count < invitations_per_hour_max || first === null) return null;
  return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS: Math.ceil((first.getTime() + hour_ms - now) / 1_000) };
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
