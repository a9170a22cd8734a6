/** A new address of an account counts once its mailbox is proven; the address until then is told at once, so that its owner can object. */
import { confirm_link_s, new_email_links_per_hour_max } from "@siegel/contract/limits.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordChange } from "../accounts/accounts.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import type { ActingPerson } from "./administrators-rules.ts";
import { deleteInvited, lockAddress, lockLogin, readLogin, readLoginOf } from "./administrators-store.ts";
import { findLink, type LinkRefusal, type LinkSecret, makeLink } from "./mailed-links.ts";
import { countLinks, endLinks, saveUsed } from "./mailed-links-store.ts";
import { lockOrganisation, readOwn, updatePerson } from "./people-store.ts";
import { endSessions } from "./session-store.ts";

const hour_ms = 3_600_000;

/** Seconds until a person may ask for another new address, 0: now. Each asking is a mail to an address that somebody typed. */
export async function secondsToNextLink(
  { db, clock }: Pick<MailingDeps, "db"> & { readonly clock: Clock },
  { administratorId }: ActingPerson,
): Promise<number> {
  const now = clock.now().getTime();
  const since = new Date(now - hour_ms);
  const { count, first } = await countLinks(db, { administratorId, purpose: "new_email", since });
  if (count < new_email_links_per_hour_max || first === null) return 0;
  return Math.ceil((first.getTime() + hour_ms - now) / 1_000);
}

/** Mails a link to the new address; an earlier one ends. An address that has an account gets a mail that says so. */
export async function askNewEmail(
  deps: MailingDeps & { readonly clock: Clock },
  { administratorId }: ActingPerson,
  email: string,
): Promise<void> {
  await endLinks(deps.db, administratorId, deps.clock.now());
  await updatePerson(deps.db, administratorId, { pending_email: email });
  const owner = { administratorId, registrationId: null };
  const linkId = await makeLink(deps, { ...owner, purpose: "new_email", lives_s: confirm_link_s });
  await mailAccount(deps, "new_email", { administratorId, linkId });
  await mailAccount(deps, "email_asked", { administratorId });
}

/** The address of a link becomes the account's; all sessions end. */
export async function confirmNewEmail(
  deps: MailingDeps & { readonly clock: Clock; readonly linkSecret: LinkSecret },
  { token, ip, userAgent }: { readonly token: string; readonly ip: string; readonly userAgent: string },
): Promise<
  { readonly ok: true; readonly email: string } | { readonly ok: false; readonly code: LinkRefusal | "REQUEST_EXISTS" }
> {
  return await inTransaction(deps.db, async (db) => {
    // The organisation before the person, and the person before the link, as everywhere: two who wait for each other would wait for ever.
    const looked = await findLink(deps, "new_email", token);
    if (!looked.ok) return { ok: false, code: looked.code };
    const { administratorId } = looked.link;
    const known = administratorId === null ? null : await readLoginOf(db, administratorId);
    // Nobody is invited to it meanwhile.
    if (known !== null) await lockOrganisation(db, known.organisationId);
    const person = known === null ? null : await lockLogin(db, known.administratorId);
    const found = await findLink({ ...deps, db }, "new_email", token);
    if (!found.ok) return { ok: false, code: found.code };
    const { linkId } = found.link;
    const email = person === null ? null : (await readOwn(db, person.administratorId)).pendingEmail;
    if (person === null || email === null) return { ok: false, code: "LINK_UNKNOWN" };
    await lockAddress(db, email);
    const holder = await readLogin(db, email);
    if (holder !== null && holder.administratorId !== person.administratorId)
      return { ok: false, code: "REQUEST_EXISTS" };
    const at = deps.clock.now();
    await saveUsed(db, linkId, at);
    // A link to a new password that went to the old mailbox opens nothing any more.
    await endLinks(db, person.administratorId, at);
    // An invitation of this address to the same organisation has done its work.
    await deleteInvited(db, person.organisationId, email);
    await updatePerson(db, person.administratorId, { email, pending_email: null });
    await endSessions(db, person.administratorId, at);
    const who = { administratorId: person.administratorId, organisationId: person.organisationId, ip, userAgent };
    await recordChange(db, who, { at, type: "administrator.email-changed", details: {} });
    return { ok: true, email };
  });
}
