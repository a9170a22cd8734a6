import { createHash } from "node:crypto";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { describe, expect, it } from "vitest";
import { readTrail } from "../../rooms/audit-trail/audit-trail.ts";
import { currentTerms } from "../../rooms/login/login.ts";
import {
  type Created,
  call,
  create,
  idsOf,
  logIn,
  markAsSigned,
  openBrowser,
  sentWorkflow,
  signer,
  withKey,
  withSession,
} from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
const unknownId = "0".repeat(26);
const pathOf = (created: Created, n = 0) => ({
  workflow_id: created.workflow_id,
  signer_id: created.signers[n]?.signer_id,
});

describe("checkPath", () => {
  it("[S-048] [S-049] lets a link pass, whoever's turn it is", async () => {
    const created = await create(server.current(), {
      sequential: true,
      signers: [signer("a", "s_signature"), signer("b", "s_signature")],
    });
    for (const n of [0, 1]) {
      const answer = await call(server.current(), "POST", "/api/auth/checkPath", { body: pathOf(created, n) });
      expect([answer.status, answer.body]).toEqual([200, { success: true, data: true }]);
    }
  });

  it("[S-049] [S-300] answers 404 for an unknown link and for ids that do not belong together", async () => {
    const one = await create(server.current());
    const other = await create(server.current());
    for (const body of [
      { workflow_id: unknownId, signer_id: unknownId },
      { ...pathOf(one), signer_id: pathOf(other).signer_id },
    ]) {
      const answer = await call(server.current(), "POST", "/api/auth/checkPath", { body });
      expect([answer.status, answer.body.code]).toEqual([404, "NO_WORKFLOW_FOUND"]);
    }
  });

  it("[S-049] [S-300] answers 410 with the initiator's contact once it has expired", async () => {
    const expires_at = new Date(server.current().clock.now().getTime() + 60_000).toISOString();
    const created = await create(server.current(), { expires_at });
    server.current().clock.move(61);
    const answer = await call(server.current(), "POST", "/api/auth/checkPath", { body: pathOf(created) });
    expect([answer.status, answer.body.code]).toEqual([410, "NO_WORKFLOW_FOUND"]);
    expect(answer.body.data.slice(1)).toEqual(["Frauke Petersen", "frauke.petersen@hafenwerk.example"]);
    const login = await logIn(server.current(), idsOf(created));
    expect([login.status, login.body.code]).toEqual([410, "NO_WORKFLOW_FOUND"]);
  });
});

describe("checkWorkflow", () => {
  it("[S-051] [S-053] tells what the login must ask for, and nothing personal", async () => {
    const created = await create(server.current(), { password: "open sesame", signers: [signer("a", "a_signature")] });
    const answer = await call(server.current(), "POST", "/api/workflow/checkWorkflow", { body: pathOf(created) });
    expect(answer.body.data).toEqual({
      password: true,
      type: "a_signature",
      quick_login: false,
      workflow_checked: false,
      terms_accepted: false,
      awaits_signer: true,
      declined: null,
      whitelabeling_pack: {
        name: expect.any(String),
        logo: expect.stringMatching(/^data:image/),
        logo_dark: null,
        style: "#0B5D7A",
        time_zone: "Europe/Berlin",
      },
      language_id: null,
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/Erika|Mustermann|example\.org|151|Lease/);
  });

  it("[S-011] names the language that the sender named for this signer, so that the page need not change it", async () => {
    const created = await create(server.current(), { signers: [signer("a", "s_signature", { language: "en" })] });
    const answer = await call(server.current(), "POST", "/api/workflow/checkWorkflow", { body: pathOf(created) });
    expect(answer.body.data.language_id).toBe("en");
  });
});

describe("the sender's message", () => {
  it.each([
    { sent: { message: "Dear Ms Mustermann,\nas discussed." }, told: "Dear Ms Mustermann,\nas discussed." },
    { sent: {}, told: "Do call us." },
    { sent: { message: " " }, told: null },
  ])(
    "is told to the signer after the login and to the sender, and stays as it was sent: $sent",
    async ({ sent, told }) => {
      const { deps } = server.current();
      const byDefault = (message: string | null) => deps.db.updateTable("organisation").set({ message }).execute();
      await byDefault("Do call us.");
      const created = await create(server.current(), sent);
      await byDefault(null);
      const login = await logIn(server.current(), idsOf(created));
      expect(login.body.data.workflow.message).toBe(told);
      const before = await call(server.current(), "POST", "/api/workflow/checkWorkflow", { body: pathOf(created) });
      expect(before.body.data).not.toHaveProperty("message");
      const path = `/api/v1/workflows/${created.workflow_id}`;
      const report = await call(server.current(), "GET", path, { headers: withKey(server.current()) });
      expect(report.body.data.message).toBe(told);
    },
  );

  it("is refused with 1,001 characters, by its field", async () => {
    const body = await sentWorkflow({ message: "x".repeat(1_001) });
    const answer = await call(server.current(), "POST", "/api/v1/workflows", {
      body,
      headers: withKey(server.current()),
    });
    expect([answer.status, answer.body.code]).toEqual([400, "INVALID_REQUEST"]);
    expect(answer.body.data.join()).toContain("message");
  });
});

describe("workflowLogin", () => {
  it("[S-054] [S-055] [S-086] [S-087] opens a session and answers workflow and user", async () => {
    const created = await create(server.current(), {
      signers: [signer("a", "a_signature", { phone: "0151 23456789" })],
    });
    const answer = await logIn(server.current(), idsOf(created));
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      workflow: {
        ...pathOf(created),
        accessToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        name: "Lease of a flat",
        description: "Please sign until Friday",
        message: null,
        expires_at: null,
        status: "OPEN",
        signer_type: "a_signature",
        initiator_first_name: "Frauke",
        initiator_last_name: "Petersen",
        initiator_email: "frauke.petersen@hafenwerk.example",
        first_name: "Erika",
        last_name: "Mustermann",
        email: "a@example.org",
        phone: "+4915123456789",
        phone_type: 1,
        organisation: null,
        asks_terms: false,
        others: "NONE",
        others_fill: false,
        ip: "127.0.0.1",
      },
      user: { whitelabeling_pack: expect.objectContaining({ style: "#0B5D7A" }), language_id: null },
    });
    expect(answer.headers.get("set-cookie")).toMatch(
      new RegExp(
        `^siegel_signer_${idsOf(created).signer}=[A-Za-z0-9_-]{43}; Max-Age=1800; Path=/; HttpOnly; SameSite=Lax$`,
      ),
    );
  });

  it("[S-282] stores phones as E.164 and refuses what is no phone", async () => {
    const body = { ...(await sentWorkflow()), signers: [signer("a", "a_signature", { phone: "0900 123456" })] };
    const answer = await call(server.current(), "POST", "/api/v1/workflows", {
      body,
      headers: withKey(server.current()),
    });
    expect([answer.status, answer.body.code]).toEqual([400, "PHONE_INVALID"]);
    expect(answer.body.data[0]).toContain("signers.0.phone");
  });

  it("[S-060] answers WRONG_PASSWORD, and after five wrong ones TOO_MANY_REQUESTS even for the right one", async () => {
    const created = await create(server.current(), { password: "open sesame" });
    const tryPassword = (password?: string) =>
      logIn(server.current(), idsOf(created), { gtcChecked: true, ...(password === undefined ? {} : { password }) });
    const missing = await tryPassword();
    expect([missing.status, missing.body.code]).toEqual([403, "WRONG_PASSWORD"]);
    for (let n = 0; n < 5; n++) expect((await tryPassword("open says me")).body.code).toBe("WRONG_PASSWORD");
    const locked = await tryPassword("open sesame");
    expect([locked.status, locked.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(0);
    server.current().clock.move(15 * 60 + 1);
    expect((await tryPassword("open sesame")).status).toBe(200);
  });

  it("counts no more than five guesses that come at once", async () => {
    const created = await create(server.current(), { password: "open sesame" });
    const guesses = Array.from({ length: 20 }, (_, n) =>
      logIn(server.current(), idsOf(created), { password: `guess ${n}` }),
    );
    const codes = (await Promise.all(guesses)).map((answer) => answer.body.code);
    expect(codes.filter((code) => code === "WRONG_PASSWORD")).toHaveLength(5);
    expect(codes.filter((code) => code === "TOO_MANY_REQUESTS")).toHaveLength(15);
  });

  it("[S-061] needs the terms from a person, not from a seal's signer, and not twice", async () => {
    const created = await create(server.current(), { signers: [signer("a", "a_signature"), signer("b", "a_seal")] });
    const without = await logIn(server.current(), idsOf(created, 0), { gtcChecked: false });
    expect([without.status, without.body.code]).toEqual([403, "TERMS_NOT_ACCEPTED"]);
    expect((await logIn(server.current(), idsOf(created, 1), {})).status).toBe(200);
    expect((await logIn(server.current(), idsOf(created, 0))).status).toBe(200);
    expect((await logIn(server.current(), idsOf(created, 0), {})).status).toBe(200);
    const checked = await call(server.current(), "POST", "/api/workflow/checkWorkflow", { body: pathOf(created) });
    expect(checked.body.data).toMatchObject({ terms_accepted: true, workflow_checked: true, awaits_signer: true });
  });

  it("[S-062] stores the acceptance with id, version, language, hash, time, act and text", async () => {
    const created = await create(server.current(), { signers: [signer("a", "s_signature", { language: "en" })] });
    await openBrowser(server.current(), created);
    const { db, clock } = server.current().deps;
    const row = await db
      .selectFrom("terms_acceptance")
      .selectAll()
      .where("signer_id", "=", idsOf(created).signer as SignerId)
      .executeTakeFirstOrThrow();
    const terms = currentTerms("en");
    expect(row).toMatchObject({
      terms_id: terms.id,
      version: terms.version,
      language: "en",
      text: terms.text,
      act: "ticked at login",
      ip: "127.0.0.1",
    });
    expect(row.text_hash).toBe(createHash("sha256").update(row.text).digest("hex"));
    expect(row.accepted_at).toEqual(clock.now());
    const trail = await readTrail(db, created.workflow_id as WorkflowId);
    expect(trail.map((event) => event.type)).toContain("signer.accepted-terms");
  });
});

describe("the summary of a workflow", () => {
  it("names who has signed when and who is still to come, but not to somebody who has yet to sign", async () => {
    const created = await create(server.current(), {
      signers: [signer("a", "s_signature"), signer("b", "a_seal", { organisation: "Hafenwerk" })],
    });
    const [one, two] = [
      await openBrowser(server.current(), created, 0),
      await openBrowser(server.current(), created, 1),
    ];
    const summaryFor = async (browser: typeof one) =>
      (
        await call(server.current(), "GET", `/api/workflow/getWorkflow/${created.workflow_id}`, {
          headers: withSession(browser),
        })
      ).body.data.summary;
    expect(await summaryFor(one)).toBeNull();
    await markAsSigned(server.current(), created, 0);
    const at = server.current().clock.now().toISOString();
    expect(await summaryFor(one)).toMatchObject({
      participants: [
        { you: true, seals: false, status: "SIGNED", signed_at: at },
        { you: false, seals: true, status: "OPEN", signed_at: null },
      ],
      refusal: null,
    });
    expect(await summaryFor(two)).toBeNull();
  });
});

describe("a session", () => {
  it("[S-285] [S-286] is token and cookie together: each alone, or with another's, is nothing", async () => {
    const created = await create(server.current(), {
      signers: [signer("a", "s_signature"), signer("b", "s_signature")],
    });
    const one = await openBrowser(server.current(), created, 0);
    const two = await openBrowser(server.current(), created, 1);
    const ask = (headers: Record<string, string>) =>
      call(server.current(), "GET", `/api/workflow/getWorkflow/${created.workflow_id}`, { headers });
    expect((await ask(withSession(one))).status).toBe(200);
    const strangers: Array<Record<string, string>> = [
      {},
      { authorization: `Bearer ${one.token}` },
      { cookie: one.cookie },
      withSession({ token: one.token, cookie: two.cookie }),
      { authorization: one.token, cookie: one.cookie },
    ];
    for (const headers of strangers) {
      const answer = await ask(headers);
      expect([answer.status, answer.body.code]).toEqual([401, "SESSION_ENDED"]);
    }
  });

  it("slides for 30 minutes and ends after 60 whatever happens", async () => {
    const created = await create(server.current());
    const browser = await openBrowser(server.current(), created);
    const ask = async () =>
      (
        await call(server.current(), "GET", `/api/workflow/getWorkflow/${created.workflow_id}`, {
          headers: withSession(browser),
        })
      ).status;
    server.current().clock.move(1_700);
    expect(await ask()).toBe(200);
    server.current().clock.move(1_700);
    expect(await ask()).toBe(200);
    server.current().clock.move(201);
    expect(await ask()).toBe(401);
    const second = await openBrowser(server.current(), created);
    server.current().clock.move(1_800);
    expect(
      (
        await call(server.current(), "GET", `/api/workflow/getWorkflow/${created.workflow_id}`, {
          headers: withSession(second),
        })
      ).status,
    ).toBe(401);
  });

  it("[S-085] shows a workflow to its own signer only", async () => {
    const mine = await create(server.current());
    const other = await create(server.current());
    const browser = await openBrowser(server.current(), mine);
    const read = (id: string) =>
      call(server.current(), "GET", `/api/workflow/getWorkflow/${id}`, { headers: withSession(browser) });
    const own = await read(mine.workflow_id);
    expect(own.body.data.workflow).toMatchObject({ ...pathOf(mine), first_name: "Erika" });
    expect(own.body.data.workflow).not.toHaveProperty("accessToken");
    const foreign = await read(other.workflow_id);
    expect([foreign.status, foreign.body.code]).toEqual([403, "FORBIDDEN"]);
  });
});
