import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { useSandbox } from "@siegel/server/test/start-sandbox.ts";
import { useTestDatabase } from "@siegel/server/test/test-database.ts";
import { startTestServer } from "@siegel/server/test/test-server.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SignerClient } from "../../fixtures/signer-client.ts";
import type { Told } from "./check-told.ts";
import { type Inside, providersAt, readyToSign, reckonInside, signInside } from "./inside.ts";
import { type House, reckon } from "./reckoning.ts";

const sandbox = useSandbox();
const database = useTestDatabase();
let inside: Inside;
let told: Told[];
/** Has not approved yet. */
let waiting: SignerClient;

beforeAll(async () => {
  const server = await startTestServer(database.current().url, providersAt(sandbox.current()));
  inside = { server, sandbox: sandbox.current() };
  const [done, open] = [
    await readyToSign(inside, ["s_signature", "a_signature"]),
    await readyToSign(inside, ["s_signature", "s_signature"]),
  ];
  const [, second] = open.ready;
  if (second === undefined) throw new Error("there are two signers");
  waiting = second.signer;
  const signing = [...done.ready, ...open.ready.slice(0, 1)].map((one) => signInside(inside, one));
  told = (await Promise.all(signing)).flat();
}, 180_000);
afterAll(() => inside?.server.close());

const house = (): House => ({
  db: inside.server.deps.db,
  blobs: inside.server.deps.blobs,
  messages: inside.sandbox.messages,
});

/** Changes rows past everything that guards them, reckons, and undoes it. */
async function plant(statement: string, more: Partial<House> = {}): Promise<string[]> {
  const undone = new Error("undone");
  let found: string[] = [];
  await inside.server.deps.db
    .transaction()
    .execute(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db);
      let changed = 0n;
      for (const part of statement.split("; ")) changed = (await sql.raw(part).execute(db)).numAffectedRows ?? 0n;
      expect(changed, statement).toBeGreaterThan(0n);
      found = await reckon({ ...house(), ...more, db }, told);
      throw undone;
    })
    .catch((fault: unknown) => expect(fault).toBe(undone));
  return found;
}

const finished = "(select workflow_id from workflow where status = 'FINISHED')";
const oneSigned = "(select signer_id from signing_act where status = 'SIGNED' order by authorised_at limit 1)";
const planted: ReadonlyArray<readonly [string, string, RegExp]> = [
  [
    "an acknowledged act that is gone",
    `delete from signing_act where signer_id = ${oneSigned}`,
    /was told \w+ and has no/,
  ],
  [
    "an acknowledged act that is not signed",
    `update signing_act set status = 'AUTHORISED', signed_at = null where signer_id = ${oneSigned}`,
    /was told \w+ and has no signed act/,
  ],
  [
    "an act under another approval",
    `update signing_act set auth_token = 'x' where signer_id = ${oneSigned}`,
    /no signed act/,
  ],
  [
    "a second act of a signer",
    "drop index signing_act_living; insert into signing_act select 'twin' || act_id, workflow_id, signer_id, signer_type, auth_token, challenge_id, state_hash, ip, user_agent, status, failure_code, credential, certificate_serial, attempts, next_attempt_at, last_fault, authorised_at, signed_at, finished, told_pending from signing_act where signed_at is not null",
    /has 2 acts/,
  ],
  [
    "a code that approved and is not used",
    "update challenge set ended = null where ended = 'used'",
    /which is not used/,
  ],
  [
    "a revision that is gone",
    `delete from file_revision where cause = 'signature' and signer_id = ${oneSigned}`,
    /made 0 revisions/,
  ],
  [
    "a signature on a base that nobody has",
    `update file_revision set base_sha256 = repeat('0', 64) where cause = 'signature' and signer_id = ${oneSigned}`,
    /revision \d of \w+ is laid on no revision of its file/,
  ],
  [
    "a pointer to an older revision",
    `update file set latest_number = latest_number - 1 where workflow_id in ${finished}`,
    /does not point to its last/,
  ],
  [
    "a signature too many in the count",
    "update api_token set ses_used = ses_used + 1",
    /token \w+ used ses: \d+ instead of \d+/,
  ],
  ["a promise that was never given back", "update licence set aes_promised = aes_promised + 1", /promised aes/],
  [
    "a signer who is not marked",
    `update signer set status = 'INVITED', signed_at = null where signer_id = ${oneSigned}`,
    /is INVITED and the act SIGNED/,
  ],
  [
    "a workflow that is not finished",
    "update workflow set status = 'OPEN', ended_at = null where status = 'FINISHED'",
    /is OPEN with SIGNED,SIGNED/,
  ],
  [
    "a changed event",
    "update audit_event set type = 'signing.waiting' where type = 'signing.signed'",
    /the trail: .*changed/,
  ],
  [
    "an event that is gone with its chain made fit",
    "delete from audit_event where type = 'workflow.finished'",
    /workflow.finished of \w+ in the trail: 0 instead of 1/,
  ],
  ["a lease", "insert into signing_lease select workflow_id, 'run', now(), null from workflow limit 1", /has a lease/],
  [
    "an act that nobody comes for",
    `update signing_act set status = 'AUTHORISED', signed_at = null, next_attempt_at = now() - interval '1 hour' where signer_id = ${oneSigned}`,
    /act \w+ is AUTHORISED and waits for/,
  ],
  [
    "an act in back-off, and one that was left to the operator",
    `update signing_act set status = 'AUTHORISED', signed_at = null, next_attempt_at = now() + interval '1 hour'; update signing_act set status = 'STALLED' where signer_id = (select signer_id from signing_act order by authorised_at desc limit 1)`,
    /^(?=[\s\S]*AUTHORISED and waits for)(?=[\s\S]*STALLED and waits for the operator)/,
  ],
  [
    "a job that is open",
    "update pgboss.job set state = 'retry' where name = 'send-message'",
    /job send-message is retry/,
  ],
  [
    "a mail of completion that was never sent",
    "delete from message where kind = 'finished' and signer_id is null",
    /mail of completion of \w+ to initiator: 0/,
  ],
  [
    "a mail that is noted and never came",
    "update message set kind = 'refused' where kind = 'finished'",
    /mail refused of \w+ to \w+: 0 instead of 1/,
  ],
  [
    "a mail that may have come, of which the trail is silent",
    "update message set state = 'dropped', unanswered = 1 where kind = 'finished' and signer_id is null",
    /message.unconfirmed of \w+ in the trail: 0 instead of 1/,
  ],
  ["a code that nobody wrote down", "delete from code_delivery", /1 codes came to \+\d+, and 0 are written down/],
  [
    "a code of which the trail is silent",
    "delete from audit_event where type = 'code.issued'",
    /codes of \w+ in the trail: 0 instead of 1/,
  ],
  [
    "a text that was accepted and never came",
    "update code_delivery set provider_reference = 'SM0'",
    /was accepted and never came/,
  ],
  [
    "a signature over something else than what was shown",
    `update file set intake_sha256 = latest_sha256, intake_size = latest_size where workflow_id in ${finished}`,
    /revision \d of \w+ does not begin with what was shown/,
  ],
  [
    "an act about something else than what was shown",
    "update signing_document set intake_sha256 = original_sha256 || '0'",
    /act \w+ is about another file than/,
  ],
  [
    "a mail about what is not",
    "update workflow set status = 'CANCELLED' where status = 'FINISHED'",
    /mails say finished of/,
  ],
];

describe("the reckoning", () => {
  it("finds nothing in a house that is in order", async () => {
    expect(await reckonInside(inside, told)).toEqual([]);
  });

  it.each(planted)("finds %s", async (_, statement, sentence) => {
    expect((await plant(statement)).join("\n")).toMatch(sentence);
  });

  it("finds an answer that said no to who has signed, and one that says yes to who has not", async () => {
    const [first] = told;
    if (first === undefined) throw new Error("somebody signed");
    const wrong: Told[] = [
      { ...first, status: "REFUSED", code: "WORKFLOW_CANCELLED" },
      { ...first, signerId: "nobody", status: "PENDING" },
      { ...first, status: "SIGNED", authToken: "another" },
    ];
    expect((await reckon(house(), [...told, ...wrong])).map((one) => one.replace(first.signerId, "…"))).toEqual([
      "signer … was refused (WORKFLOW_CANCELLED) and has a signed act",
      "signer nobody was told PENDING and has no act",
      "signer … was told SIGNED and has no signed act",
      "signer … was told of 2 acts",
    ]);
  });

  it("finds a mail that came twice, unless a try of it was not answered", async () => {
    const messages = async () => (await inside.sandbox.messages()).flatMap((message) => [message, message]);
    const found = await reckon({ ...house(), messages }, told);
    expect(found.join("\n")).toMatch(/mail finished of \w+ to initiator: 2 instead of 1/);
    expect(await plant("update message set unanswered = 1 where state = 'sent'", { messages })).toEqual([]);
  });

  it.each(["signed", "signing_failed", "signing_stalled"])("finds a mail %s to who never approved", async (kind) => {
    const { workflowId, signerId } = waiting;
    const row = `insert into message (kind, workflow_id, signer_id, state, tries, created_at, settled_at) values ('${kind}', '${workflowId}', '${signerId}', 'sent', 1, now(), now())`;
    const messages = async () => {
      const all = await inside.sandbox.messages();
      const mail = all.find((one) => one.channel === "mail");
      if (mail === undefined) throw new Error("there are mails");
      return [...all, { ...mail, reference: `<${kind}.${workflowId}.${signerId}@mail.example>` }];
    };
    expect(await plant(row, { messages })).toContain(
      `mail ${kind} of ${workflowId} to ${signerId} says what never was`,
    );
  });

  it("finds bytes that were changed in the store, and a file that is gone from it", async () => {
    const folder = inside.server.deps.config.storageDir;
    const { latest_sha256: name } = await inside.server.deps.db
      .selectFrom("file")
      .select("latest_sha256")
      .where("latest_number", "=", 3)
      .executeTakeFirstOrThrow();
    const path = join(folder, name.slice(0, 2), name.slice(2));
    const bytes = readFileSync(path);
    const at = bytes.lastIndexOf("startxref") - 40;
    writeFileSync(
      path,
      Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ 1]), bytes.subarray(at + 1)]),
    );
    expect((await reckon(house(), told)).join("\n")).toMatch(/holds other bytes/);
    writeFileSync(path, bytes);
    expect(await reckon(house(), told)).toEqual([]);
    const missing: House = { ...house(), blobs: { open: async () => Promise.reject(new Error("gone")) } };
    expect((await reckon(missing, told)).join("\n")).toMatch(/cannot be read: Error: gone/);
    expect(readdirSync(folder).length).toBeGreaterThan(0);
  });
});
