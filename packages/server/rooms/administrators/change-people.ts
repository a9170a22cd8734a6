/** Administrators let people in, change their roles, disable, enable and delete them; each change with its event and mail in one transaction. */
import {
  type PersonFacts,
  whyNotChangeRole,
  whyNotDecideJoining,
  whyNotDeletePerson,
  whyNotSetActive,
} from "@siegel/contract/account-acts.ts";
import { type AccountRole, isAdministrator } from "@siegel/contract/permissions.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordChange } from "../accounts/accounts.ts";
import { type Actor, recordEvent } from "../audit-trail/audit-trail.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import { mayStillAct } from "./acting-person.ts";
import type { ActingPerson } from "./administrators-rules.ts";
import { endLinks } from "./mailed-links-store.ts";
import {
  countAdministrators,
  deletePersonRow,
  lockOrganisation,
  type Person,
  readHashOf,
  readOrganisationOf,
  readPersonOf,
  updatePerson,
} from "./people-store.ts";
import { insertRegistration } from "./registration-store.ts";
import { endSessions } from "./session-store.ts";

type ChangeDeps = MailingDeps & { readonly clock: Clock };

/** Why a person stays as they are. */
export type PersonRefusal =
  | {
      readonly ok: false;
      readonly code:
        | "NOT_FOUND"
        | "INSUFFICIENT_PERMISSIONS"
        | "CANNOT_CHANGE_OWN_ROLE"
        | "CANNOT_REMOVE_SELF"
        | "LAST_ADMINISTRATOR"
        | "PERSON_WAITING"
        | "PERSON_INVITED"
        | "JOINING_DECIDED";
    }
  | { readonly ok: false; readonly code: "CHANGED_MEANWHILE"; readonly now: Person };
type Changed = { readonly ok: true; readonly person: Person } | PersonRefusal;

/** Gives a person another role; one that is lost ends their sessions. `version`: what the caller read, if it says so. */
export async function changeRole(
  deps: ChangeDeps,
  by: ActingPerson,
  { id, role, version }: { readonly id: string; readonly role: AccountRole; readonly version?: number | undefined },
): Promise<Changed> {
  return await act(deps, by, {
    id,
    version,
    whyNot: (facts) => whyNotChangeRole(facts, role),
    change: async (db, at, person) => {
      if (person.role === role) return null;
      await updatePerson(db, person.administratorId, { role });
      if (isAdministrator(person.role) !== isAdministrator(role)) {
        await endSessions(db, person.administratorId, at);
        if (person.state === "active")
          await mailAccount({ ...deps, db }, "role_changed", { administratorId: person.administratorId });
      }
      return { type: "administrator.role-changed", details: { role, before: person.role } };
    },
  });
}

/** Disables a person, who is logged out at once, or enables them again. */
export async function setActive(
  deps: ChangeDeps,
  by: ActingPerson,
  { id, active }: { readonly id: string; readonly active: boolean },
): Promise<Changed> {
  return await act(deps, by, {
    id,
    whyNot: (facts) => whyNotSetActive(facts, active),
    change: (db, at, person) => switchPerson({ ...deps, db }, person, { active, at }),
  });
}

/** Disables a person or enables them again, with sessions, links and mail; null: they are so already. */
async function switchPerson(
  deps: ChangeDeps,
  { administratorId, state }: Person,
  { active, at }: { readonly active: boolean; readonly at: Date },
): Promise<{ readonly type: string; readonly details: Readonly<Record<string, never>> } | null> {
  const next = active ? "active" : "disabled";
  if (state === next) return null;
  await updatePerson(deps.db, administratorId, { state: next });
  if (!active) {
    await endSessions(deps.db, administratorId, at);
    await endLinks(deps.db, administratorId, at);
    await mailAccount(deps, "disabled", { administratorId });
  }
  return { type: active ? "administrator.enabled" : "administrator.disabled", details: {} };
}

/** The same by an operator, who belongs to no organisation and may disable the last administrator too: an account may be in wrong hands. */
export async function setActiveByOperator(
  deps: ChangeDeps,
  actor: Actor,
  { id, active }: { readonly id: string; readonly active: boolean },
): Promise<
  { readonly ok: true; readonly person: Person } | Exclude<PersonRefusal, { readonly code: "CHANGED_MEANWHILE" }>
> {
  return await inTransaction(deps.db, async (db) => {
    const organisationId = await readOrganisationOf(db, id);
    if (organisationId === null) return { ok: false, code: "NOT_FOUND" };
    await lockOrganisation(db, organisationId);
    const person = await readPersonOf(db, organisationId, id);
    if (person === null) return { ok: false, code: "NOT_FOUND" };
    const { state, role, administratorId } = person;
    const code = whyNotSetActive({ state, role, isSelf: false, isLastAdministrator: false }, active);
    if (code !== null) return { ok: false, code };
    const at = deps.clock.now();
    const done = await switchPerson({ ...deps, db }, person, { active, at });
    const details = { organisation: organisationId, administrator: administratorId };
    if (done !== null) await recordEvent(db, { at, type: done.type, actor, details });
    return { ok: true, person: (await readPersonOf(db, organisationId, id)) ?? person };
  });
}

/** Lets in a person who asked to join, with a role, or refuses them (`role` null); they are told by mail. */
export async function decideJoining(
  deps: ChangeDeps,
  by: ActingPerson,
  { id, role }: { readonly id: string; readonly role: AccountRole | null },
): Promise<Changed> {
  return await act(deps, by, {
    id,
    whyNot: whyNotDecideJoining,
    change: async (db, at, person) => {
      const { administratorId } = person;
      if (role !== null) {
        await updatePerson(db, administratorId, { state: "active", role });
        await mailAccount({ ...deps, db }, "join_approved", { administratorId });
      } else {
        await mailAccount({ ...deps, db }, "join_refused", {
          registrationId: await backToRegistration(deps, db, { person, at }),
        });
        await deletePersonRow(db, administratorId);
      }
      return role === null
        ? { type: "administrator.refused", details: {} }
        : { type: "administrator.let-in", details: { role } };
    },
  });
}

/** The mail is written when its turn comes: until then what was typed stays a registration, which is soon forgotten. */
async function backToRegistration(
  { random }: ChangeDeps,
  db: Db,
  { person, at }: { readonly person: Person; readonly at: Date },
): Promise<string> {
  const registrationId = random.id();
  const { organisationId, firstName, lastName, email, phone, language } = person;
  const passwordHash = (await readHashOf(db, person.administratorId)) ?? "";
  const kept = { firstName, lastName, email, phone, language, passwordHash };
  await insertRegistration(db, {
    ...kept,
    registrationId,
    kind: "joining",
    organisationId,
    organisationName: null,
    at,
  });
  return registrationId;
}

/** Deletes a person: account, sessions, invitation. What they sent goes on. */
export async function deletePerson(deps: ChangeDeps, by: ActingPerson, id: string): Promise<Changed> {
  return await act(deps, by, {
    id,
    whyNot: whyNotDeletePerson,
    change: async (db, _at, { administratorId, state }) => {
      await deletePersonRow(db, administratorId);
      return { type: "administrator.deleted", details: { state } };
    },
  });
}

type Act = {
  readonly id: string;
  readonly version?: number | undefined;
  readonly whyNot: (facts: PersonFacts) => Exclude<PersonRefusal["code"], "CHANGED_MEANWHILE"> | null;
  /** Answers what is recorded; null: everything is as it should be already. */
  readonly change: (
    db: Db,
    at: Date,
    person: Person,
  ) => Promise<{ readonly type: string; readonly details: Readonly<Record<string, unknown>> } | null>;
};

async function act(deps: ChangeDeps, by: ActingPerson, { id, version, whyNot, change }: Act): Promise<Changed> {
  return await inTransaction(deps.db, async (db) => {
    if (!(await mayStillAct(db, by))) return { ok: false, code: "INSUFFICIENT_PERMISSIONS" };
    const person = await readPersonOf(db, by.organisationId, id);
    if (person === null) return { ok: false, code: "NOT_FOUND" };
    const code = whyNot(await factsOf(db, by, person));
    if (code !== null) return { ok: false, code };
    if (version !== undefined && version !== person.version)
      return { ok: false, code: "CHANGED_MEANWHILE", now: person };
    const at = deps.clock.now();
    const done = await change(db, at, person);
    if (done !== null) {
      const details = { ...done.details, administrator: person.administratorId };
      await recordChange(db, by, { at, type: done.type, details });
    }
    return { ok: true, person: (await readPersonOf(db, by.organisationId, id)) ?? person };
  });
}

async function factsOf(db: Db, by: ActingPerson, { administratorId, state, role }: Person): Promise<PersonFacts> {
  const administers = state === "active" && isAdministrator(role);
  return {
    state,
    role,
    isSelf: administratorId === by.administratorId,
    isLastAdministrator: administers && (await countAdministrators(db, by.organisationId)) <= 1,
  };
}
