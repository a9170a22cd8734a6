/** Somebody forgot a password. The answer is the same whether or not the address has an account, and takes as long. */
import {
  reset_asks_per_network_per_hour_max,
  reset_link_s,
  reset_links_per_hour_max,
} from "@siegel/contract/limits.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import { addressHashOf } from "./address-hash.ts";
import { readLogin } from "./administrators-store.ts";
import { makeLink } from "./mailed-links.ts";
import { countLinks } from "./mailed-links-store.ts";
import { takeOf, takeTry } from "./tries-store.ts";

/** Asks for a link to a new password. For an unknown address the server makes a link too, and sends it to no one. */
export async function askReset(
  deps: MailingDeps & { readonly clock: Clock },
  { email, network }: { readonly email: string; readonly network: string },
): Promise<
  { readonly ok: true } | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterS: number }
> {
  const now = deps.clock.now();
  const max = reset_asks_per_network_per_hour_max;
  const ofNetwork = await takeOf(deps.db, { what: `reset asks ${network}`, max, within_s: 3_600 }, now);
  if (ofNetwork > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS: ofNetwork };
  const tried = { addressHash: addressHashOf(`reset ${email}`), origin: network, isKnownBrowser: false };
  const retryAfterS = await takeTry(deps.db, tried, now);
  if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
  const person = await readLogin(deps.db, email);
  const since = new Date(now.getTime() - 3_600_000);
  await inTransaction(deps.db, async (db) => {
    const { count } = await countLinks(db, { administratorId: person?.administratorId ?? "", purpose: "reset", since });
    const isSent = person !== null && person.state !== "disabled" && count < reset_links_per_hour_max;
    const administratorId = isSent ? person.administratorId : null;
    const owner = { administratorId, registrationId: null };
    const linkId = await makeLink({ ...deps, db }, { ...owner, purpose: "reset", lives_s: reset_link_s });
    await mailAccount({ ...deps, db }, "reset", { ...owner, linkId });
  });
  return { ok: true };
}
