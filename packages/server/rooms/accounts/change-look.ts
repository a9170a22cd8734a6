/** Administrators change logos and colour, or take them back. */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { LogoDrawing } from "../../ports/logo-drawing.ts";
import { checkLogo, type LogoRefusal } from "./check-logo.ts";
import { type Look, readLook, type StoredLook, saveLook } from "./look-store.ts";
import { type ByAdministrator, recordChange } from "./record-change.ts";

/** What a change needs. */
export type LookDeps = { readonly db: Db; readonly clock: Clock; readonly logoDrawing: LogoDrawing | null };

/** What is left out stays; a logo is a data URL as it was uploaded, or null to take it away. */
export type LookChange = { readonly [name in keyof Look]?: Look[name] | undefined };

/** Which logo was refused. */
export type LogoName = "logo" | "logoDark" | "mailLogo";

/** Somebody else was faster: `now` is what they left. */
export type LookOutdated = { readonly ok: false; readonly code: "CHANGED_MEANWHILE"; readonly now: StoredLook };

/** The look as it is after a change, or why it stays. */
export type ChangedLook =
  | { readonly ok: true; readonly look: StoredLook }
  | LookOutdated
  | (LogoRefusal & { readonly of: LogoName });

const logos: readonly LogoName[] = ["logo", "logoDark", "mailLogo"];
const unchanged: Look = { logo: null, logoDark: null, mailLogo: null, colour: null };

/** Changes what is given. `version`: the one that was read, null: whichever it is. */
export async function changeLook(
  deps: LookDeps,
  by: ByAdministrator,
  { change, version }: { readonly change: LookChange; readonly version: number | null },
): Promise<ChangedLook> {
  const before = await readLook(deps.db, by.organisationId);
  if (isOutdated(before, version)) return outdated(before);
  const checked: { [name in LogoName]?: string | null } = {};
  for (const name of logos) {
    const dataUrl = change[name];
    // What comes back as it was stored is no upload.
    if (dataUrl === undefined || dataUrl === before[name]) continue;
    if (dataUrl === null) {
      checked[name] = null;
      continue;
    }
    const logo = await checkLogo(deps, { dataUrl, organisationId: by.organisationId });
    if (!logo.ok) return { ...logo, of: name };
    checked[name] = logo.dataUrl;
  }
  const colour = change.colour === undefined ? {} : { colour: change.colour };
  return await save(deps, by, { changed: { ...checked, ...colour }, version, type: "organisation.look-changed" });
}

/** Takes all logos and the colour away. */
export async function resetLook(
  deps: Omit<LookDeps, "logoDrawing">,
  by: ByAdministrator,
  version: number | null,
): Promise<{ readonly ok: true; readonly look: StoredLook } | LookOutdated> {
  return await save(deps, by, { changed: unchanged, version, type: "organisation.look-reset" });
}

async function save(
  { db, clock }: Omit<LookDeps, "logoDrawing">,
  by: ByAdministrator,
  {
    changed,
    version,
    type,
  }: { readonly changed: Partial<Look>; readonly version: number | null; readonly type: string },
): Promise<{ readonly ok: true; readonly look: StoredLook } | LookOutdated> {
  return await inTransaction(db, async (trx) => {
    const now = await readLook(trx, by.organisationId, { forUpdate: true });
    if (isOutdated(now, version)) return outdated(now);
    const look = { ...now, ...changed, version: now.version + 1 };
    await saveLook(trx, by.organisationId, look);
    // Which ones, not the pictures; the colour as it is now.
    const details = { changed: Object.keys(changed).sort(), colour: look.colour };
    await recordChange(trx, by, { at: clock.now(), type, details });
    return { ok: true, look } as const;
  });
}

const isOutdated = (now: StoredLook, version: number | null): boolean => version !== null && version !== now.version;

const outdated = (now: StoredLook): LookOutdated => ({ ok: false, code: "CHANGED_MEANWHILE", now });
