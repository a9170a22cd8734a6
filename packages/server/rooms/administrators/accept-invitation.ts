/** The link of an invitation makes an account: for the invited address, in the inviting organisation, with the invited role (decisions.md §11). */
import type { OrganisationId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { hashPassword, salt_bytes } from "@siegel/kernel/mac/password-hash.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordChange } from "../accounts/accounts.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import { type Administrator, lockAddress, readAdministrator, readLogin } from "./administrators-store.ts";
import { findLink, type LinkRefusal, type LinkSecret } from "./mailed-links.ts";
import { saveUsed } from "./mailed-links-store.ts";
import { readInvitedBy, updatePerson } from "./people-store.ts";

type AcceptDeps = MailingDeps & { readonly clock: Clock; readonly linkSecret: LinkSecret };

/** What the page brings, and where it comes from as the server saw it. */
export type Accepting = {
  readonly token: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  /** null: the invitation's. */
  readonly language: Language | null;
  readonly password: string;
  readonly ip: string;
  readonly userAgent: string;
};

/** Why there is no account. An address keeps the first one that is made for it. */
export type AcceptRefusal = { readonly ok: false; readonly code: LinkRefusal | "REQUEST_EXISTS" };

/** Makes the account. Of several that press at once one succeeds; the others read that the link was used. */
export async function acceptInvitation(
  deps: AcceptDeps,
  { token, password, ip, userAgent, ...typed }: Accepting,
): Promise<{ readonly ok: true; readonly organisationId: OrganisationId } | AcceptRefusal> {
  const looked = await invitedBy(deps, token);
  if (!looked.ok) return looked;
  // Outside the transaction: it costs tens of milliseconds.
  const passwordHash = await hashPassword(password, deps.random.bytes(salt_bytes));
  return await inTransaction(deps.db, async (db) => {
    const locked = await invitedBy({ ...deps, db }, token);
    if (!locked.ok) return locked;
    const { administratorId, organisationId, email, language } = locked.person;
    await lockAddress(db, email);
    if ((await readLogin(db, email)) !== null) return { ok: false, code: "REQUEST_EXISTS" };
    await updatePerson(db, administratorId, {
      state: "active",
      first_name: typed.firstName,
      last_name: typed.lastName,
      phone: typed.phone,
      language: typed.language ?? language,
      password_hash: passwordHash,
    });
    const at = deps.clock.now();
    await saveUsed(db, locked.linkId, at);
    const who = { administratorId, organisationId, ip, userAgent };
    await recordChange(db, who, { at, type: "administrator.invitation-accepted", details: {} });
    const inviter = await readInvitedBy(db, administratorId);
    if (inviter !== null)
      await mailAccount({ ...deps, db }, "invitation_accepted", { administratorId: inviter, aboutId: administratorId });
    return { ok: true, organisationId };
  });
}

/** Who is invited by a link, as long as it works. */
export async function invitedBy(
  deps: Pick<AcceptDeps, "db" | "clock" | "linkSecret">,
  token: string,
): Promise<
  | { readonly ok: true; readonly linkId: string; readonly person: Administrator }
  | { readonly ok: false; readonly code: LinkRefusal }
> {
  const found = await findLink(deps, "invitation", token);
  if (!found.ok) return { ok: false, code: found.code };
  const { administratorId, linkId } = found.link;
  const person = administratorId === null ? null : await readAdministrator(deps.db, administratorId);
  return person?.state === "invited" ? { ok: true, linkId, person } : { ok: false, code: "LINK_UNKNOWN" };
}
