/** Holders of qualified certificates are told before the end, with the clock moved through five years. */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { messagesTo, nextMessage } from "../../../../fixtures/inbox.ts";
import { useMailWorld } from "../../test/mail-world.ts";
import { meet } from "../../test/qualified-signer.ts";
import { revokeIssued } from "../authority/authority.ts";
import { tellOfEnds } from "./certificates.ts";

const world = useMailWorld();
const day_s = 86_400;

type Person = Awaited<ReturnType<typeof meet>>;
const row = async ({ certificateId }: Person) =>
  await world.server.deps.db
    .selectFrom("signer_certificate")
    .select(["issuer", "serial", "not_after", "person_id"])
    .where("certificate_id", "=", certificateId)
    .executeTakeFirstOrThrow();

/** Moves the clock to so many days before an end, and an hour more; the timer comes twice. */
async function daysBefore(end: Date, days: number): Promise<void> {
  const { clock, deps } = world.server;
  clock.move((end.getTime() - clock.now().getTime()) / 1_000 - days * day_s + 3_600);
  await Promise.all([tellOfEnds(deps), tellOfEnds(deps)]);
  await tellOfEnds(deps);
  await world.untilQuiet();
}

const subjectsTo = async ({ email }: Person) =>
  (await messagesTo(world.sandbox.url, email, "mail")).map(({ subject }) => subject).reverse();

/** So that they are written to in English. */
async function speaksEnglish(person: Person): Promise<void> {
  const { person_id } = await row(person);
  await sql`
    insert into identity_case
      (case_id, kind, state, email, first_name, last_name, language, sealed, identified_at, identified_by, link_id, link_hash, link_sent_at,
       link_expires_at, closed_at, person_id)
    values ('case', 'on-site', 'done', ${person.email}, 'Ada', 'Löwe', 'en', ${Buffer.from("sealed")}, now(), 'meike', 'link', 'hash', now(),
            now(), now(), ${person_id})`.execute(world.server.deps.db);
}

describe("the end of a qualified certificate", () => {
  it("is told 90, 30 and 7 days before, once each, and once only after days without the timer", async () => {
    const { server } = world;
    const { db } = server.deps;
    const late = await meet(server);
    const replaced = await meet(server);
    const revoked = await meet(server);
    const short = await meet(server);
    await speaksEnglish(late);
    const { not_after: end, serial } = await row(late);
    await db
      .updateTable("signer_certificate")
      .set({ replaced_at: server.clock.now() })
      .where("certificate_id", "=", replaced.certificateId)
      .execute();
    await revokeIssued(server.deps, { ...(await row(revoked)), reason: "keyCompromise" });
    // As after an identification by video, but a day before that end.
    await sql`update signer_certificate set not_before = not_after - interval '23 hours' where certificate_id = ${short.certificateId}`.execute(
      db,
    );
    await daysBefore(end, 91.5);
    expect(await subjectsTo(late)).toEqual([]);

    // The timer was away at 90 and 30 days.
    await daysBefore(end, 7);
    expect(await subjectsTo(late)).toEqual([expect.stringMatching(/^Your certificate ends in [67] days$/)]);
    const mail = await nextMessage(world.sandbox.url, late.email, { channel: "mail" });
    expect(mail.text).toContain(serial.toUpperCase().replace(/(..)(?=.)/g, "$1:"));
    expect(mail.text).toMatch(/in person at any time[\s\S]*Valid until: \w+day, \d\d\.\d\d\.\d{4}, \d\d:\d\d/);
    expect(mail.text).toContain("/in_person");
    await daysBefore(end, 1);
    await daysBefore(end, -1);
    expect(await subjectsTo(late)).toHaveLength(1);
    for (const other of [replaced, revoked, short]) expect(await subjectsTo(other)).toEqual([]);

    const punctual = await meet(server);
    const { not_after: nextEnd } = await row(punctual);
    for (const days of [90, 89, 30, 29, 7, 6]) await daysBefore(nextEnd, days);
    // In the hour before midnight the calendar is a day further.
    const told = [/(89|90) Tagen$/, /(29|30) Tagen$/, /[67] Tagen$/].map((said) => expect.stringMatching(said));
    expect(await subjectsTo(punctual)).toEqual(told);
  }, 60_000);
});
