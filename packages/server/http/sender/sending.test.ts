import type { WorkflowId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { usageOf } from "../../rooms/accounts/accounts.ts";
import { verifyTrail } from "../../rooms/audit-trail/audit-trail.ts";
import { call, create, idsOf, logIn, sentWorkflow, signer, withKey } from "../../test/api-client.ts";
import { testPdf } from "../../test/test-pdf.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
const post = (body: unknown, headers: Record<string, string> = {}) =>
  call(server.current(), "POST", "/api/v1/workflows", { body, headers: withKey(server.current(), headers) });
const get = (path: string) => call(server.current(), "GET", path, { headers: withKey(server.current()) });

/** What waits in the queue of mails about a workflow. */
async function mailsAbout(workflowId: string) {
  const rows = await sql<{ data: { messageKind: string; signerId: string | null } }>`
    select data from pgboss.job where name = 'send-message' and data->>'workflowId' = ${workflowId} order by created_on`.execute(
    server.current().deps.db,
  );
  return rows.rows.map((row) => [row.data.messageKind, row.data.signerId]);
}

describe("an API key", () => {
  it("is needed, and every wrong one is refused alike", async () => {
    const { apiKey } = server.current();
    const last = apiKey.at(-1) === "A" ? "B" : "A";
    for (const authorization of [
      "",
      "Bearer",
      "Bearer sgl_x",
      `Bearer ${apiKey.slice(0, -1)}${last}`,
      `Basic ${apiKey}`,
    ]) {
      const answer = await call(server.current(), "GET", "/api/v1/workflows", { headers: { authorization } });
      expect([answer.status, answer.body.code]).toEqual([401, "WRONG_API_KEY"]);
    }
  });

  it("is stored hashed only", async () => {
    const secret = server.current().apiKey.slice(31);
    const rows = await server.current().deps.db.selectFrom("api_token").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it("stops working when it is disabled", async () => {
    const { db, clock } = server.current().deps;
    await db.updateTable("api_token").set({ disabled_at: clock.now() }).execute();
    expect((await get("/api/v1/workflows")).status).toBe(401);
    await db.updateTable("api_token").set({ disabled_at: null }).execute();
  });
});

const twins = (name: string) => ["lease.pdf", name].map((each) => ({ name: each, upload_id: "0".repeat(26) }));

describe("creating a workflow", () => {
  it("answers links, invites everybody in parallel and starts a chain of evidence", async () => {
    const created = await create(server.current(), {
      signers: [signer("a", "s_signature"), signer("b", "a_signature")],
    });
    expect(created.signers.map((one) => one.url)).toEqual(
      created.signers.map((one) => `${server.current().deps.publicUrl}/login/${created.workflow_id}/${one.signer_id}`),
    );
    const invitations = created.signers.map((one) => ["invitation", one.signer_id]);
    expect((await mailsAbout(created.workflow_id)).sort()).toEqual(invitations.sort());
    expect((await verifyTrail(server.current().deps.db)).faults).toEqual([]);
  });

  it.each([
    ["that of all signers", { signers: ["en", "en"] }, "en"],
    ["its own, whatever the signers name", { own: "de", signers: ["en", "en"] }, "de"],
    ["the organisation's where not all signers name one", { signers: ["en", undefined] }, "de"],
    ["the organisation's where they name different ones", { signers: ["en", "de"] }, "de"],
  ] as const)("gives the workflow a language: %s", async (_, { signers, ...sent }, expected) => {
    const created = await create(server.current(), {
      ...("own" in sent ? { language: sent.own } : {}),
      signers: signers.map((language, n) => ({ ...signer(`s${n}`, "s_signature"), language })),
    });
    const made = server.current().deps.db.selectFrom("workflow").select("language");
    expect(await made.where("workflow_id", "=", created.workflow_id as WorkflowId).execute()).toEqual([
      { language: expected },
    ]);
  });

  it("invites only the first in a sequence", async () => {
    const created = await create(server.current(), {
      sequential: true,
      signers: [signer("a", "s_signature"), signer("b", "s_signature")],
    });
    expect(await mailsAbout(created.workflow_id)).toEqual([["invitation", idsOf(created, 0).signer]]);
    const report = await get(`/api/v1/workflows/${created.workflow_id}`);
    expect(report.body.data.signers.map((one: { status: string }) => one.status)).toEqual(["INVITED", "WAITING"]);
  });

  it.each([
    ["an expiry in the past", { expires_at: "2020-01-01T00:00:00Z" }, 400, "INVALID_REQUEST"],
    ["an expiry that is in the year 10000", { expires_at: "9999-12-31T23:59:59-23:59" }, 400, "INVALID_REQUEST"],
    ...["a\0b", "a\nb", "a\ud800", "a\u202eb", "a\uffff", " "].map(
      (name) =>
        [
          `a field called ${JSON.stringify(name)}`,
          {
            signers: [
              signer("a", "s_signature", {
                fields: [{ document: "lease.pdf", kind: "text" as const, page: 1, rect: [1, 1, 9, 9], name }],
              }),
            ],
          },
          400,
          "INVALID_REQUEST",
        ] as const,
    ),
    ["two documents of one name", { documents: twins("lease.pdf") }, 400, "INVALID_REQUEST"],
    ["names that differ only in upper and lower case", { documents: twins("LEASE.PDF") }, 400, "INVALID_REQUEST"],
    ["a document of the audit report's name", { documents: twins("Prüfprotokoll") }, 400, "INVALID_REQUEST"],
    [
      "two signers with one reference",
      { signers: [signer("a", "s_signature"), signer("a", "s_signature")] },
      400,
      "INVALID_REQUEST",
    ],
    [
      "an advanced signer without phone",
      { signers: [{ ...signer("a", "s_signature"), type: "a_signature" }] },
      409,
      "PHONE_MISSING",
    ],
    [
      "a field on a document that is not there",
      {
        signers: [
          signer("a", "s_signature", { fields: [{ document: "x", kind: "signature", page: 1, rect: [1, 1, 9, 9] }] }),
        ],
      },
      400,
      "INVALID_REQUEST",
    ],
    [
      "an upload that is not there",
      { documents: [{ name: "a.pdf", upload_id: "0".repeat(26) }] },
      404,
      "UPLOAD_NOT_FOUND",
    ],
    [
      "a file that is no PDF",
      { documents: [{ name: "a.pdf", content: Buffer.from("hello").toString("base64") }] },
      415,
      "FILE_NOT_A_PDF",
    ],
  ] as const)("refuses %s and leaves nothing behind", async (_, change, status, code) => {
    const { db } = server.current().deps;
    const count = async () => (await sql<{ n: string }>`select count(*) n from workflow`.execute(db)).rows[0]?.n;
    const before = [await count(), await usageOf(db, server.current().tokenId)];
    const answer = await post({ ...(await sentWorkflow()), ...change });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.data.length).toBeGreaterThan(0);
    expect([await count(), await usageOf(db, server.current().tokenId)]).toEqual(before);
  });

  it("refuses a seal of an organisation that nobody has verified", async () => {
    const { db } = server.current().deps;
    const [record] = await db.selectFrom("organisation_register").selectAll().execute();
    if (!record) throw new Error("the demo organisation is verified");
    await db.deleteFrom("organisation_register").execute();
    const answer = await post(await sentWorkflow({ signers: [signer("a", "a_seal")] }));
    expect([answer.status, answer.body.code]).toEqual([409, "ORGANIZATION_NOT_VERIFIED"]);
    await db
      .insertInto("organisation_register")
      .values({ ...record, representatives: JSON.stringify(record.representatives) })
      .execute();
  });

  it("stops at the licence's limit, also for requests that come at once, and counts expired promises back", async () => {
    const { deps, tokenId, clock } = server.current();
    const { ses } = await usageOf(deps.db, tokenId);
    const setLimit = (limit: number) => deps.db.updateTable("licence").set({ ses_limit: limit }).execute();
    await setLimit(ses.used + ses.promised + 2);
    const expires_at = new Date(clock.now().getTime() + 60_000).toISOString();
    const body = await sentWorkflow({ expires_at });
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(body)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body.code).toBe("LICENSE_LIMIT_REACHED");
    clock.move(61);
    expect((await post(await sentWorkflow())).status).toBe(201);
    await setLimit(1_000_000);
  });
});

describe("Idempotency-Key", () => {
  it("answers the same again, creates once even at the same moment, and refuses another body", async () => {
    const body = await sentWorkflow({ name: "Once" });
    const headers = { "idempotency-key": "order-4711" };
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(body, headers)));
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect((await post(body, headers)).body).toEqual(answers[0]?.body);
    const rows = await server
      .current()
      .deps.db.selectFrom("workflow")
      .select("name")
      .where("name", "=", "Once")
      .execute();
    expect(rows).toHaveLength(1);
    const other = await post({ ...body, name: "Twice" }, headers);
    expect([other.status, other.body.code]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
    const longer = body.documents.map(({ content, ...others }) => ({ ...others, content: `AAAA${content}` }));
    const [same, another] = [await post({ ...body }, headers), await post({ ...body, documents: longer }, headers)];
    expect([same.status, another.status, another.body.code]).toEqual([201, 409, "IDEMPOTENCY_KEY_REUSED"]);
  });

  it("answers the same to all twins where the licence has room for one workflow only", async () => {
    const { deps, tokenId } = server.current();
    const { ses } = await usageOf(deps.db, tokenId);
    const setLimit = (limit: number) => deps.db.updateTable("licence").set({ ses_limit: limit }).execute();
    await setLimit(ses.used + ses.promised + 1);
    const body = await sentWorkflow({ name: "Last one" });
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(body, { "idempotency-key": "last-one" })));
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.data.workflow_id)).size).toBe(1);
    await setLimit(1_000_000);
  });

  it("does not keep a refusal: the mended request passes", async () => {
    const headers = { "idempotency-key": "mended" };
    expect((await post(await sentWorkflow({ expires_at: "2020-01-01T00:00:00Z" }), headers)).status).toBe(400);
    expect((await post(await sentWorkflow(), headers)).status).toBe(201);
  });
});

describe("uploads", () => {
  const upload = async (content: Buffer, headers = withKey(server.current())) => {
    const response = await fetch(`${server.current().url}/api/v1/uploads`, {
      method: "POST",
      body: new Uint8Array(content),
      headers: { ...headers, "content-type": "application/pdf" },
    });
    return {
      status: response.status,
      body: (await response.json()) as { code?: string; data: { upload_id: string; size: number } },
    };
  };

  it("stream a PDF ahead of its workflow, whose document it becomes byte for byte at its start", async () => {
    const pdf = await testPdf("Uploaded", 3);
    const { status, body } = await upload(pdf);
    expect([status, body.data.size]).toEqual([201, pdf.length]);
    const created = await create(server.current(), {
      documents: [{ name: "up.pdf", upload_id: body.data.upload_id as never }],
    });
    const report = await get(`/api/v1/workflows/${created.workflow_id}`);
    expect(report.body.data.documents[0]).toMatchObject({ name: "up.pdf", pages: 3 });
    const path = `/api/v1/workflows/${created.workflow_id}/documents/${created.documents[0]?.id}`;
    const file = await fetch(server.current().url + path, {
      headers: withKey(server.current(), { range: "bytes=0-7" }),
    });
    expect([file.status, await file.text()]).toEqual([206, pdf.subarray(0, 8).toString("latin1")]);
  });

  it("are refused without a key and when empty", async () => {
    expect((await upload(await testPdf(), { authorization: "Bearer x" })).status).toBe(401);
    expect((await upload(Buffer.alloc(0))).status).toBeGreaterThanOrEqual(400);
  });
});

describe("reading and cancelling", () => {
  it("lists newest first, a page at a time, without gap or repeat, by status", async () => {
    const names: string[] = [];
    for (let n = 0; n < 5; n++) names.push((await create(server.current(), { name: `page ${n}` })).workflow_id);
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null && seen.length < 5; ) {
      const page = await get(`/api/v1/workflows?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      seen.push(...page.body.data.workflows.map((one: { workflow_id: string }) => one.workflow_id));
      cursor = page.body.data.next_cursor;
    }
    expect(seen.slice(0, 5)).toEqual(names.reverse());
    expect((await get("/api/v1/workflows?status=FINISHED")).body.data.workflows).toEqual([]);
    expect((await get("/api/v1/workflows?cursor=%27")).status).toBe(400);
    expect((await get("/api/v1/workflows?limit=0")).status).toBe(400);
  });

  it("cancels an open workflow, tells its signers and closes its links", async () => {
    const created = await create(server.current());
    const cancel = () =>
      call(server.current(), "DELETE", `/api/v1/workflows/${created.workflow_id}`, {
        headers: withKey(server.current()),
      });
    expect((await cancel()).body.data).toEqual({ status: "CANCELLED" });
    expect((await cancel()).status).toBe(200);
    expect(await mailsAbout(created.workflow_id)).toContainEqual(["cancelled", null]);
    expect((await mailsAbout(created.workflow_id)).filter(([kind]) => kind === "cancelled")).toHaveLength(1);
    const login = await logIn(server.current(), idsOf(created));
    expect([login.status, login.body.code]).toEqual([410, "WORKFLOW_CANCELLED"]);
  });

  it("knows nothing of another organisation's workflows", async () => {
    const created = await create(server.current());
    const { db } = server.current().deps;
    await sql`insert into organisation (organisation_id, name, created_at) values ('other', 'Other', now())`.execute(
      db,
    );
    await db
      .updateTable("workflow")
      .set({ organisation_id: "other" })
      .where("workflow_id", "=", created.workflow_id as WorkflowId)
      .execute();
    expect((await get(`/api/v1/workflows/${created.workflow_id}`)).status).toBe(404);
    expect((await get(`/api/v1/workflows/${created.workflow_id}/documents/${created.documents[0]?.id}`)).status).toBe(
      404,
    );
    const cancel = await call(server.current(), "DELETE", `/api/v1/workflows/${created.workflow_id}`, {
      headers: withKey(server.current()),
    });
    expect(cancel.status).toBe(404);
  });
});
