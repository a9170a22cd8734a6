/** A server whose mails and texts end in a sandbox, and a trial in which one word stands wherever a person can write. */

import { createCanvas } from "@napi-rs/canvas";
import type { TokenWithKey } from "@siegel/contract/calls/tokens.ts";
import type { OperatorId, OrganisationId } from "@siegel/contract/ids.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect } from "vitest";
import { callApi } from "../../../fixtures/api-call.ts";
import { nextMessage } from "../../../fixtures/inbox.ts";
import { wavePng } from "../../../fixtures/signature-picture.ts";
import {
  confirmFiles,
  logIn,
  receiveCode,
  requestLogin,
  type SignerClient,
  sign,
} from "../../../fixtures/signer-client.ts";
import { checkRegister, joinKeyOf } from "../rooms/accounts/accounts.ts";
import { insertRegister } from "../rooms/accounts/organisation-store.ts";
import { warnOfUsage } from "../rooms/leaving/leaving.ts";
import { type Created, cookieFrom, create, sentWorkflow, signer } from "./api-client.ts";
import { email, leaveChecks, leaveSeal, mark, marked_phone } from "./marked-identities.ts";
import { type RunningSandbox, useSandbox } from "./start-sandbox.ts";
import { useTestDatabase } from "./test-database.ts";
import { testPdf } from "./test-pdf.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** Read its members inside tests only. */
export type LeavingWorld = { server: TestServer; sandbox: RunningSandbox; databaseUrl: string };

/** Makes the world for the tests of a file. */
export function useLeavingWorld(): LeavingWorld {
  const world = {} as LeavingWorld;
  const database = useTestDatabase();
  const sandbox = useSandbox();
  beforeAll(async () => {
    const { url, smtpUrl } = sandbox.current();
    const databaseUrl = database.current().url;
    const server = await startTestServer(databaseUrl, { SIEGEL_SMTP_URL: smtpUrl, SIEGEL_TWILIO_URL: url });
    Object.assign(world, { server, sandbox: sandbox.current(), databaseUrl });
  });
  afterAll(() => world.server.close());
  return world;
}

/** Waits until every job that was caused has ended. */
export async function untilQuiet({ server }: LeavingWorld): Promise<void> {
  const open = sql<{ n: string }>`select count(*) as n from pgboss.job where state < 'completed'`;
  const count = async () => (await open.execute(server.deps.db)).rows[0]?.n;
  await expect.poll(count, { timeout: 20_000 }).toBe("0");
}

const password = `${mark}-8!`;

/** A trial that was registered, set up and used over HTTP. */
export type MarkedTrial = {
  readonly organisationId: OrganisationId;
  readonly founder: { readonly email: string; readonly password: string };
  readonly apiKey: string;
  /** `finished`: signed with a code and fetched · `open`: one of two signers has signed · `refused`. */
  readonly workflows: Readonly<Record<"finished" | "open" | "refused", Created>>;
};

/** Registers a trial, fills it in and signs in it. */
export async function makeMarkedTrial(world: LeavingWorld): Promise<MarkedTrial> {
  const founder = { email: email("tilda"), password };
  const { organisationId, cookie, licenceId } = await register(world, founder);
  await setUp(world, { organisationId, cookie });
  const { server } = world;
  const { body } = await callApi<TokenWithKey>("POST", `${server.url}/api/account/addToken/${licenceId}/${mark}`, {
    headers: { cookie },
  });
  const { apiKey } = body.data;
  const owned = { ...world, server: { ...server, apiKey } };
  await upload(owned);
  const workflows = await sendAndSign(owned);
  await leaveTraces(owned, { organisationId, founder, open: workflows.open });
  await untilQuiet(world);
  return { organisationId, founder, apiKey, workflows };
}

/** What is there for a while only, and what an operator and the timers write. */
async function leaveTraces(
  { server }: LeavingWorld,
  trial: Pick<MarkedTrial, "organisationId" | "founder"> & { readonly open: Created },
): Promise<void> {
  const { deps, apiKey, url } = server;
  const { organisationId, founder, open } = trial;
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    await callApi("POST", `${url}/api/${path}`, { body, headers });
  const withKey = { authorization: `Bearer ${apiKey}` };
  await post(`v1/workflows/${open.workflow_id}/remind`, {}, withKey);
  const body = await sentWorkflow({
    name: mark,
    password,
    signers: [signer("eve", "s_signature", { first_name: mark })],
  });
  const { body: locked } = await post("v1/workflows", body, { ...withKey, "idempotency-key": mark });
  const [eve] = (locked.data as Created).signers;
  await requestLogin(eve?.url ?? "", { password: "wrong", gtcChecked: true });
  const { key: license_key_id } = await joinKeyOf(deps, organisationId);
  const organizationAdministrator = { ...personOf(email("joins")), account_role: "admin" };
  expect((await post("account/addAccountAdministrator", { organizationAdministrator, license_key_id })).status).toBe(
    200,
  );
  await post("auth/forgotPassword", { email: founder.email });
  await post("auth/admin_login", { email: founder.email, password: "wrong" });
  await insertRegister(deps.db, {
    ...{ organisationId, legalName: mark, organizationIdentifier: "NTRDE-HRB1", country: "DE", locality: mark },
    representatives: [{ firstName: mark, lastName: mark, email: founder.email }],
    ...{ verifiedAt: deps.clock.now(), verifiedBy: "operator" },
  });
  const facts = { legalName: mark, organizationIdentifier: "NTRDE-HRB1", country: "DE", locality: mark };
  const representatives = [{ firstName: mark, lastName: mark, email: founder.email }];
  const by = { operatorId: deps.random.id() as OperatorId, ip: "192.0.2.1", userAgent: "Firefox" };
  const extract = { extractReference: mark, extractDay: deps.clock.now().toISOString().slice(0, 10) };
  const order = { organisationId, facts: { ...facts, representatives, ...extract }, fourEyes: true };
  expect(await checkRegister(deps, by, order)).toEqual({ ok: true });
  await sql`update licence set ses_limit = ses_used + ses_promised where organisation_id = ${organisationId}`.execute(
    deps.db,
  );
  expect(await warnOfUsage(deps)).toBe(1);
  await leaveFactors(server, organisationId);
  await leaveSeal(server, organisationId);
  await leavePreparations(server, organisationId);
  await leaveChecks(server, organisationId);
  await sql`
    insert into revocation_order (order_id, certificate_id, organisation_id, reason, evidence, state, proposed_at, proposed_by)
    values (${`order ${organisationId}`}, ${`seal ${organisationId}`}, ${organisationId}, 'unspecified', ${mark}, 'waiting', now(), 'meike')`.execute(
    deps.db,
  );
  await sql`
    insert into webhook_receiver (receiver_id, organisation_id, origin)
    values (${organisationId}, ${organisationId}, ${`https://${mark}.example`})`.execute(deps.db);
  await sql`
    insert into webhook_delivery
      (delivery_id, receiver_id, organisation_id, token_id, type, url, body, created_at, lane, tries_since, due_at, state, settled_at)
    select token_id, organisation_id, organisation_id, token_id, 'test.ping', ${mark}, ${mark}, now(), ${mark}, now(), now(), 'failed', now()
      from api_token where organisation_id = ${organisationId} limit 1`.execute(deps.db);
}

/** With what people prove who they are, and an address that is yet to be proven, as rooms/administrators keeps them. */
async function leaveFactors({ deps: { db } }: LeavingWorld["server"], organisationId: string): Promise<void> {
  await sql`update administrator set pending_email = ${email("new")} where organisation_id = ${organisationId}`.execute(
    db,
  );
  await sql`
    insert into administrator_totp (administrator_id, pending_sealed, pending_at)
    select administrator_id, ${Buffer.from(mark)}, now() from administrator where organisation_id = ${organisationId}`.execute(
    db,
  );
  await sql`
    insert into administrator_recovery_code (administrator_id, code_mac, made_at)
    select administrator_id, 'mac', now() from administrator where organisation_id = ${organisationId}`.execute(db);
  await sql`
    insert into administrator_passkey (passkey_id, administrator_id, public_key, counter, transports, name, created_at)
    select administrator_id, administrator_id, ${Buffer.from(mark)}, 0, '{}', ${mark}, now()
      from administrator where organisation_id = ${organisationId}`.execute(db);
  await sql`
    insert into passkey_challenge (challenge_id, administrator_id, challenge, expires_at)
    select administrator_id, administrator_id, ${mark}, now() from administrator where organisation_id = ${organisationId}`.execute(
    db,
  );
  await sql`
    insert into administrator_oidc (issuer, subject, administrator_id, linked_at)
    select ${mark}, administrator_id, administrator_id, now() from administrator where organisation_id = ${organisationId}`.execute(
    db,
  );
  await sql`
    insert into oidc_attempt (state, purpose, administrator_id, browser_hash, nonce, verifier, expires_at)
    select administrator_id, 'link', administrator_id, ${mark}, ${mark}, ${mark}, now()
      from administrator where organisation_id = ${organisationId}`.execute(db);
}

/** A qualified code that lives in each of its workflows, and the hold that it has. */
async function leavePreparations({ deps: { db } }: LeavingWorld["server"], organisationId: string): Promise<void> {
  const signers = sql`workflow w join signer s using (workflow_id) where organisation_id = ${organisationId}`;
  await sql`
    insert into signing_preparation
      (act_id, challenge_id, workflow_id, signer_id, credential, certificate_serial, state_hash, prepared_at)
    select 'act ' || signer_id, 'code ' || signer_id, workflow_id, signer_id, ${mark}, ${mark}, ${mark}, now() from ${signers}`.execute(
    db,
  );
  await sql`
    insert into signing_preparation_document
      (act_id, file_id, position, base_sha256, finishing, prepared, prepared_mac)
    select 'act ' || signer_id, signer_id, 0, ${mark}, true, ${mark}, ${Buffer.from(mark)} from ${signers}`.execute(db);
  await sql`
    insert into signing_hold (file_id, workflow_id, signer_id, act_id, held_at, held_until)
    select signer_id, workflow_id, signer_id, 'act ' || signer_id, now(), now() from ${signers}`.execute(db);
}

const personOf = (e_mail: string) => ({
  ...{ first_name: mark, last_name: mark, e_mail, phone: `+49 ${marked_phone}`, password, language: "en" },
  account_role: "organization_admin",
});

/** Ids of an organisation and of everything that hangs on it, its key and the hash of its founder's address. */
export async function idsOf({ server }: LeavingWorld, organisationId: string, address: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select unnest(array[w.workflow_id, s.signer_id, f.file_id, e.session_id]) as id
      from workflow w join signer s using (workflow_id) join file f using (workflow_id) left join signer_session e using (signer_id)
     where organisation_id = ${organisationId}
    union select administrator_id from administrator where organisation_id = ${organisationId}
    union select token_id from api_token where organisation_id = ${organisationId}
    union select key_id from signer_certificate where organisation_id = ${organisationId}`.execute(server.deps.db);
  return [organisationId, digestOfSecret(address), ...rows.flatMap(({ id }) => id ?? [])];
}

async function register({ server, sandbox }: LeavingWorld, founder: MarkedTrial["founder"]) {
  const post = async <T>(path: string, body: unknown) =>
    await callApi<T>("POST", `${server.url}/api/${path}`, { body });
  await post("account/addTestAccount", {
    organization: { organization_name: `${mark} Holzbau` },
    account_administrator: personOf(founder.email),
  });
  const { text } = await nextMessage(sandbox.url, founder.email, { channel: "mail", about: /link=/ });
  const link = decodeURIComponent(/\?link=(\S+)/.exec(text)?.[1] ?? "");
  expect((await post("account/confirmMailbox", { link, password })).status).toBe(200);
  const answer = await post("auth/admin_login", { email: founder.email, password });
  const { organisation_id, licence_id } = await server.deps.db
    .selectFrom("organisation")
    .innerJoin("licence", "licence.organisation_id", "organisation.organisation_id")
    .select(["organisation.organisation_id", "licence_id"])
    .where("name", "=", `${mark} Holzbau`)
    .executeTakeFirstOrThrow();
  return { organisationId: organisation_id as OrganisationId, licenceId: licence_id, cookie: cookieFrom(answer) };
}

async function setUp(
  { server }: LeavingWorld,
  { organisationId, cookie }: { readonly organisationId: string; readonly cookie: string },
): Promise<void> {
  const logo = createCanvas(40, 20);
  const png = `data:image/png;base64,${Buffer.from(await logo.encode("png")).toString("base64")}`;
  const put = async (method: string, path: string, body: unknown) => {
    const answer = await callApi(method, `${server.url}/api/${path}`, { body, headers: { cookie } });
    expect([path, answer.status, answer.body.data]).toEqual([path, 200, expect.anything()]);
  };
  await put("POST", `interface/editInterface/${organisationId}`, { logo: png, logo_dark: png, mail_logo: png });
  await put("PUT", "account/updateOrganization", {
    sales_tax_number: `27/148/${mark}`,
    contact_person: mark,
    message: mark,
  });
  await put("POST", "account/addAddress", {
    ...{ street_name: mark, street_number: "1", additional_line: mark, zip_code: "22767", city: mark },
    ...{ country: "Deutschland", address_type: "billing address", contact_person: mark },
  });
}

async function upload({ server }: LeavingWorld): Promise<void> {
  const answer = await fetch(`${server.url}/api/v1/uploads`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.apiKey}`, "content-type": "application/pdf" },
    body: new Uint8Array(await testPdf(`${mark} upload`)),
  });
  expect(answer.status).toBe(201);
}

async function sendAndSign(world: LeavingWorld): Promise<MarkedTrial["workflows"]> {
  const { server, sandbox } = world;
  const person = (name: string, type: "s_signature" | "a_signature") =>
    signer(name, type, {
      ...{ first_name: mark, last_name: mark, email: email(name), organisation: mark },
      ...(type === "a_signature" ? { phone: `+49${marked_phone}` } : {}),
    });
  const fields = [
    { kind: "text" as const, page: 1, rect: [72, 200, 300, 20] as [number, number, number, number], name: "place" },
    { kind: "signature" as const, page: 1, rect: [72, 300, 200, 60] as [number, number, number, number] },
  ];
  const send = async (name: string, signers: ReturnType<typeof person>[]) =>
    await create(server, {
      name: `${mark} ${name}`,
      description: mark,
      message: mark,
      initiator: { first_name: mark, last_name: mark, email: email("initiator") },
      documents: [{ name: `${mark} ${name}.pdf`, content: (await testPdf(`${mark} ${name}`)).toString("base64") }],
      signers: signers.map((one) => ({
        ...one,
        fields: fields.map((field) => ({ ...field, document: `${mark} ${name}.pdf` })),
      })),
    });
  const finished = await send("finished", [person("ada", "a_signature")]);
  const open = await send("open", [person("bo", "s_signature"), person("cleo", "s_signature")]);
  const refused = await send("refused", [person("dan", "s_signature")]);
  const ada = await fillIn(finished);
  expect(await sign(ada, await receiveCode(sandbox.url, ada))).toMatchObject({ status: "FINISHED" });
  await ada.fetch("files/getFile/audit_report");
  await sign(await fillIn(open));
  const dan = await logIn(refused.signers[0]?.url ?? "");
  await dan.call("POST", `signing/revokeWorkflow/${refused.workflow_id}/${dan.signerId}`, { msg: mark });
  return { finished, open, refused };
}

async function fillIn(created: Created): Promise<SignerClient> {
  const client = await logIn(created.signers[0]?.url ?? "");
  await client.call("PUT", "files/signatureImage", { image: wavePng() });
  await client.call("POST", "files/signatureImage/handover", {});
  for (const file of created.documents) await client.fetch(`files/getFile/${file.id}`);
  await confirmFiles(client, { place: mark });
  return client;
}

/** Every row of every table, as text, by the name of its table. */
export async function everyRow({ server }: LeavingWorld): Promise<Map<string, string[]>> {
  const { db } = server.deps;
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  const all = new Map<string, string[]>();
  for (const { schema, name } of rows) {
    const found = await sql<{ row: string }>`select t::text as row from ${sql.table(`${schema}.${name}`)} as t`.execute(
      db,
    );
    all.set(
      `${schema}.${name}`,
      found.rows.map(({ row }) => row),
    );
  }
  return all;
}

/** Names of tables in which one of these words stands: as letters, as bytes (hex) or within base64. */
export function tablesWith(rows: ReadonlyMap<string, readonly string[]>, words: readonly string[]): string[] {
  const bytes = words.flatMap((word) => [Buffer.from(word), Buffer.from(word.toLowerCase())]);
  const letters = [...words.map((word) => word.toLowerCase()), ...bytes.map((one) => one.toString("hex"))];
  const encoded = bytes.flatMap(inBase64);
  return [...rows].flatMap(([name, texts]) =>
    texts.some((text) => {
      const small = text.toLowerCase();
      return letters.some((one) => small.includes(one)) || encoded.some((one) => text.includes(one));
    })
      ? [name]
      : [],
  );
}

/** What base64 makes of bytes wherever they begin, without the letters that depend on their neighbours. */
const inBase64 = (bytes: Buffer): string[] =>
  [0, 1, 2].map((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes]);
    return whole.toString("base64").slice(shift === 0 ? 0 : shift + 1, Math.floor((whole.length * 4) / 3));
  });
