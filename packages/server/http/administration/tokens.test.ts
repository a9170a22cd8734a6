/** Tokens of an organisation over HTTP: list, make, rename, renew, disable. */
import type { accountInformations } from "@siegel/contract/calls/account-information.ts";
import type { TokenPage, TokenView, TokenWithKey } from "@siegel/contract/calls/tokens.ts";
import { recordNow } from "@siegel/contract/changed-meanwhile.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { callApi } from "../../../../fixtures/api-call.ts";
import { licenceOf } from "../../rooms/accounts/accounts.ts";
import { logInAs, makeAccount, makeOrganisation } from "../../test/administrators.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
const day_ms = 86_400_000;
let cookie = "";
let foreign = "";
let organisation = "";
let licence = "";

beforeAll(async () => {
  const at = server.current();
  organisation = await makeOrganisation(at, "Kranich Wohnen GmbH");
  licence = (await licenceOf(at.deps.db, organisation)).licenceId;
  cookie = (await logInAs(at, await makeAccount(at, { of: organisation }))).cookie;
  foreign = (await logInAs(at, await makeAccount(at))).cookie;
});

type Asked = { readonly body?: unknown; readonly as?: string };
const ask = async <Data>(method: string, path: string, { body, as = cookie }: Asked = {}) =>
  await callApi<Data>(method, `${server.current().url}/api/account/${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: { cookie: as },
  });
const add = async (name: string, body?: unknown) =>
  await ask<TokenWithKey>("POST", `addToken/${licence}/${encodeURIComponent(name)}`, { body });
const list = async (query = "") => await ask<TokenPage>("GET", `tokens?${query}`);
const usage = async (key: string) =>
  await callApi<{ ses: Record<string, number>; license_id: string }>("GET", `${server.current().url}/api/v1/usage`, {
    headers: { authorization: `Bearer ${key}` },
  });
async function made(name: string, body?: unknown): Promise<TokenWithKey> {
  const { status, body: answer } = await add(name, body);
  expect([name, status]).toEqual([name, 200]);
  return answer.data;
}
async function find(id: string): Promise<TokenView> {
  const found = (await list("limit=100")).body.data.tokens.find((token) => token.token_id === id);
  if (found === undefined) throw new Error(`no token ${id}`);
  return found;
}
const events = async () =>
  await server
    .current()
    .deps.db.selectFrom("audit_event as e")
    .innerJoin("audit_event_details as d", (join) =>
      join.onRef("d.chain_id", "=", "e.chain_id").onRef("d.seq", "=", "e.seq"),
    )
    .select(["e.type", "e.actor_kind", "d.details"])
    .where("e.type", "like", "token.%")
    .orderBy("e.seq")
    .execute();

describe("making a token", () => {
  it("[A-072] [A-078] [A-140] answers the full key and the webhook secret once, and the key sends at once", async () => {
    const token = await made("Mieterportal");
    expect(token.apiKey).toMatch(/^sgl_[0-9a-z]{26}_[\w-]{43}$/);
    expect(token.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const told = await usage(token.apiKey);
    expect([told.status, told.body.data.license_id]).toEqual([200, licence]);
    expect(told.body.data.ses).toEqual({ limit: 5_000, used: 0, reserved: 0, free: 5_000, ratio: 0, used_by_token: 0 });
    const shown = await find(token.token_id);
    expect(shown).toMatchObject({
      name: "Mieterportal",
      apiKey: `sgl_••••••••${token.apiKey.slice(-4)}`,
      state: "active",
      terminated_because: null,
      version: 1,
    });
    const { rows } = await sql<{ all: string }>`select api_token::text as all from api_token`.execute(
      server.current().deps.db,
    );
    for (const row of rows) for (const secret of [token.apiKey, token.secret]) expect(row.all).not.toContain(secret);
    expect(JSON.stringify(await events())).not.toContain(token.apiKey.slice(-30));
  });

  it("[A-078] takes every name of up to 100 characters in the path, and says what is wrong with others", async () => {
    const names = [
      "Büro Nord/Süd",
      "a?b#c&d=e",
      "100 %",
      "ü".repeat(100),
      "漢".repeat(100),
      "...",
      "%2e",
      "x".repeat(100),
    ];
    for (const name of names) expect((await find((await made(name)).token_id)).name).toBe(name);
    for (const name of ["x".repeat(101), "   ", "a\nb", "a\u202eb"]) {
      const { status, body } = await add(name);
      expect([name, status, body.code]).toEqual([name, 400, "INVALID_REQUEST"]);
    }
    const token = await made("Umbenannt");
    for (const name of [".", "..", "", "x".repeat(101)]) {
      const { status, body } = await ask<string[]>("PUT", "updateTokenName", {
        body: { token_id: token.token_id, name },
      });
      expect([name, status, body.code]).toEqual([name, 400, "INVALID_REQUEST"]);
      if (name.startsWith(".")) expect(body.data).toEqual(["name: an address takes . and .. out; choose another name"]);
    }
  });

  it("[A-074] lets a token expire when asked to, at the latest with the licence", async () => {
    const { deps, clock } = server.current();
    const after = (days: number) => new Date(clock.now().getTime() + days * day_ms);
    const ends = after(30);
    await deps.db.updateTable("licence").set({ expires_at: ends }).where("licence_id", "=", licence).execute();
    expect((await find((await made("mit der Lizenz")).token_id)).expires_at).toBe(ends.toISOString());
    const early = await made("zehn Tage", { expires_at: after(10).toISOString() });
    expect((await find(early.token_id)).expires_at).toBe(after(10).toISOString());
    for (const days of [-1, 31]) {
      const { status, body } = await add("falsch", { expires_at: after(days).toISOString() });
      expect([days, status, body.code]).toEqual([days, 400, "TOKEN_EXPIRY_INVALID"]);
    }
    await deps.db.updateTable("licence").set({ expires_at: null }).where("licence_id", "=", licence).execute();
  });
});

describe("the use of the licence", () => {
  it("[A-160] [A-140] is told a sender's system by class, with the part of its own token", async () => {
    const { deps } = server.current();
    const { apiKey, token_id } = await made("Zähler");
    const [of, ofToken] = [{ ses_used: 40, ses_promised: 2, aes_used: 10 }, { ses_used: 3 }];
    await deps.db.updateTable("licence").set(of).where("licence_id", "=", licence).execute();
    await deps.db.updateTable("api_token").set(ofToken).where("token_id", "=", token_id).execute();
    expect((await usage(apiKey)).body.data).toEqual({
      license_id: licence,
      expires_at: null,
      ses: { limit: 5_000, used: 40, reserved: 2, free: 4_958, ratio: 0.8, used_by_token: 3 },
      aes: { limit: 5_000, used: 10, reserved: 0, free: 4_990, ratio: 0.2, used_by_token: 0 },
      qes: { limit: 0, used: 0, reserved: 0, free: 0, ratio: 0, used_by_token: 0 },
    });
    expect((await find(token_id)).ses_signature_count).toBe(3);
    expect((await usage("sgl_wrong")).status).toBe(401);
  });
});

describe("changing a token", () => {
  it("[A-080] [A-153] renames, and answers a stale version with the token as it is now", async () => {
    const { token_id } = await made("Alt");
    const rename = (name: string, version?: number) =>
      ask<TokenView>("PUT", "updateTokenName", { body: { token_id, name, version } });
    expect((await rename("Neu", 1)).body.data).toMatchObject({ name: "Neu", version: 2 });
    const stale = await rename("Zweites Fenster", 1);
    expect([stale.status, stale.body.code]).toEqual([409, "CHANGED_MEANWHILE"]);
    const messages = stale.body.data as unknown as readonly string[];
    expect(recordNow<TokenView>(messages)).toMatchObject({ token_id, name: "Neu", version: 2 });
    expect((await rename("Ohne Angabe")).body.data).toMatchObject({ name: "Ohne Angabe", version: 3 });
  });

  it("[A-081] gives a new key, with which the old one dies", async () => {
    const old = await made("Schlüssel");
    const { body } = await ask<TokenWithKey>("PUT", `updateTokenApiKey/${old.token_id}`);
    expect(body.data).toMatchObject({ token_id: old.token_id, name: "Schlüssel", secret: null });
    expect(JSON.stringify(body), "the webhooks' secret is shown after the password only").not.toContain("whsec_");
    expect((await usage(old.apiKey)).body.code).toBe("WRONG_API_KEY");
    expect((await usage(body.data.apiKey)).status).toBe(200);
  });

  it("[A-068] [A-077] [A-079] [A-083] disables for good: neither key nor name can be changed, and nothing is sent with it", async () => {
    const { token_id, apiKey } = await made("Abgeschaltet");
    const disabled = await ask<TokenView>("DELETE", `disableToken/${token_id}`);
    expect(disabled.body.data).toMatchObject({ state: "terminated", terminated_because: "disabled" });
    expect((await usage(apiKey)).body.code).toBe("WRONG_API_KEY");
    const refused = [
      await ask("DELETE", `disableToken/${token_id}`),
      await ask("PUT", `updateTokenApiKey/${token_id}`),
      await ask("PUT", "updateTokenName", { body: { token_id, name: "Wieder da" } }),
    ];
    for (const { status, body } of refused) expect([status, body.code]).toEqual([409, "TOKEN_TERMINATED"]);
  });

  it("[A-074] counts an expired token as terminated, with the reason", async () => {
    const { clock } = server.current();
    const at = new Date(clock.now().getTime() + 60_000).toISOString();
    const { token_id, apiKey } = await made("Läuft ab", { expires_at: at });
    clock.move(61);
    expect(await find(token_id)).toMatchObject({
      state: "terminated",
      terminated_because: "expired",
      terminated_at: at,
    });
    expect((await usage(apiKey)).body.code).toBe("WRONG_API_KEY");
    const renewed = await ask("PUT", `updateTokenApiKey/${token_id}`);
    expect(renewed.body.code).toBe("TOKEN_TERMINATED");
    expect((await list("state=active&limit=100")).body.data.tokens.map((token) => token.token_id)).not.toContain(
      token_id,
    );
  });

  it("[A-082] disables many with a line for each, and another organisation's never", async () => {
    const [a, b] = [await made("Eins"), await made("Zwei")];
    const other = server.current().tokenId;
    await ask("DELETE", `disableToken/${b.token_id}`);
    const ids = [a.token_id, b.token_id, other, "nichts", a.token_id];
    const { body } = await ask("POST", "disableTokens", { body: { ids } });
    expect(body.data).toEqual([
      { id: a.token_id, code: null },
      { id: b.token_id, code: "TOKEN_TERMINATED" },
      { id: other, code: "NOT_FOUND" },
      { id: "nichts", code: "NOT_FOUND" },
    ]);
    expect((await usage(server.current().apiKey)).status).toBe(200);
    const tooMany = await ask("POST", "disableTokens", { body: { ids: Array.from({ length: 1_001 }, () => "x") } });
    expect(tooMany.body.code).toBe("INVALID_REQUEST");
  });

  it("writes each change into the audit trail, under the administrator", async () => {
    const { token_id } = await made("Protokoll");
    await ask("PUT", "updateTokenName", { body: { token_id, name: "Protokolliert" } });
    await ask("PUT", `updateTokenApiKey/${token_id}`);
    await ask("DELETE", `disableToken/${token_id}`);
    const own = (await events()).filter(({ details }) => JSON.stringify(details).includes(token_id));
    expect(own.map(({ type, actor_kind }) => [type, actor_kind])).toEqual(
      ["token.created", "token.renamed", "token.key-renewed", "token.disabled"].map((type) => [type, "administrator"]),
    );
  });
});

describe("an inactive organisation", () => {
  it("[A-083] [A-125] is told so by its right keys, and strangers are not", async () => {
    const { deps } = server.current();
    const { apiKey } = await made("Vor dem Ende");
    const set = (active: boolean) =>
      deps.db.updateTable("organisation").set({ active }).where("organisation_id", "=", organisation).execute();
    await set(false);
    const told = await usage(apiKey);
    expect([told.status, told.body.code]).toEqual([403, "ORGANIZATION_INACTIVE"]);
    expect((await usage(`${apiKey.slice(0, -4)}AAAA`)).body.code).toBe("WRONG_API_KEY");
    await set(true);
    expect((await usage(apiKey)).status).toBe(200);
  });
});

describe("the list of 10,000 tokens", () => {
  beforeAll(async () => {
    const { deps } = server.current();
    await sql`
      insert into api_token (token_id, licence_id, organisation_id, name, secret_hash, key_tail, created_at, disabled_at)
      select lpad(translate(n::text, 'ilou', ''), 26, '0'), ${licence}, ${organisation}, 'Reihe ' || lpad(n::text, 5, '0'),
             repeat('0', 64), 'zzzz', ${deps.clock.now()}::timestamptz + n * interval '1 ms',
             case when n % 2 = 0 then now() end
        from generate_series(1, 10000) n`.execute(deps.db);
  });

  it("[A-063] [A-064] pages through what was asked for, each token once, and counts by state", async () => {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null && seen.length < 6_000) {
      const from: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const { data }: { data: TokenPage } = (await list(`state=active&search=reihe&sort=-name&limit=100${from}`)).body;
      expect(data.counts).toEqual({ all: 10_000, active: 5_000, terminated: 5_000 });
      seen.push(...data.tokens.map(({ name }) => name));
      cursor = data.next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 5_000 }, (_, n) => `Reihe ${String(9_999 - 2 * n).padStart(5, "0")}`));
    const newest = (await list("sort=-created&limit=2")).body.data;
    expect(newest.tokens.map(({ name }) => name)).toEqual(["Reihe 10000", "Reihe 09999"]);
    const next = (await list(`sort=-created&limit=1&cursor=${newest.next_cursor}`)).body.data;
    expect(next.tokens.map(({ name }) => name)).toEqual(["Reihe 09998"]);
  });

  it("finds a token by its key, by the key as it is shown, and takes signs for what they are", async () => {
    const { apiKey, token_id } = await made("50 %_Rabatt");
    const namesOf = async (search: string) =>
      (await list(`search=${encodeURIComponent(search)}`)).body.data.tokens.map((token) => token.token_id);
    expect(await namesOf(apiKey)).toEqual([token_id]);
    expect(await namesOf(`sgl_••••••••${apiKey.slice(-4)}`)).toContain(token_id);
    expect(await namesOf("%_r")).toEqual([token_id]);
    expect(await namesOf("\\")).toEqual([]);
  });

  it("refuses a cursor that is not ours", async () => {
    for (const cursor of [
      "x",
      Buffer.from('["a"]').toString("base64url"),
      Buffer.from('["\\u0000","b"]').toString("base64url"),
    ])
      expect((await list(`cursor=${cursor}`)).body.code).toBe("INVALID_REQUEST");
    const byName = (await list("limit=1")).body.data.next_cursor;
    expect((await list(`limit=1&sort=created&cursor=${byName}`)).body.code).toBe("INVALID_REQUEST");
  });

  it("reads pages and counts by an index, not by looking at every token of every organisation", async () => {
    const { deps } = server.current();
    const plan = await deps.db.transaction().execute(async (db) => {
      await sql`analyze api_token`.execute(db);
      const { rows } = await sql<{ "QUERY PLAN": string }>`
        explain select token_id from api_token
         where organisation_id = ${organisation} and (name collate "de-x-icu", token_id) > ('Reihe 05000', '')
         order by name collate "de-x-icu" asc, token_id asc limit 51`.execute(db);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
    expect(plan).toContain("api_token_by_name");
  });

  it("[A-056] [A-139] answers licence, first pages, counts and ids in one call", async () => {
    type Told = z.output<typeof accountInformations.response>;
    for (const id of [organisation, licence]) {
      const { body } = await ask<Told>("GET", `accountInformations/${id}`);
      const { tokens, users, ids, license } = body.data;
      expect(license).toMatchObject({ license_id: licence, fees: { ses: 0, aes: 0, qes: 0 } });
      expect(tokens.tokens).toHaveLength(50);
      expect(tokens.counts.all).toBe(license.tokens);
      expect([users.total, users.users[0]?.first_name]).toEqual([1, "Jonas"]);
      expect(ids).toEqual({
        base_url: `${server.current().url}/api/v1`,
        license_id: licence,
        organization_id: organisation,
        interface_id: license.interface_id,
      });
      expect((await ask("GET", `accountInformations/${id}`, { as: foreign })).status).toBe(404);
    }
  });
});
