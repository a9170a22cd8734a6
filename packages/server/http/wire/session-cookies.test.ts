/** One browser, several signers: each has a cookie of its own (docs/decisions/0011-a-cookie-for-each-signer.md). */
import { describe, expect, it } from "vitest";
import { type Answer, type Created, call, create, idsOf, signer } from "../../test/api-client.ts";
import { testPdf } from "../../test/test-pdf.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

/** Keeps cookies as a browser does: by name, until they are taken back or have run out. */
function openJar() {
  const kept = new Map<string, string>();
  return {
    names: () => [...kept.keys()],
    header: () => [...kept].map(([name, value]) => `${name}=${value}`).join("; "),
    take: (answer: Answer) => {
      for (const line of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "" || /Max-Age=0\b/i.test(line)) kept.delete(name);
        else kept.set(name, value);
      }
      return answer;
    },
  };
}
type Jar = ReturnType<typeof openJar>;

/** Logs in within a browser; answers the token. */
async function enter(jar: Jar, created: Created, n = 0): Promise<string> {
  const { workflow, signer: who } = idsOf(created, n);
  const answer = await call(server.current(), "POST", `/api/auth/workflowLogin/${workflow}/${who}`, {
    body: { workflow: { gtcChecked: true } },
    headers: { cookie: jar.header() },
  });
  jar.take(answer);
  return answer.body.data === "REVOKED" ? "" : answer.body.data.workflow.accessToken;
}

const withToken = (jar: Jar, token: string) => ({ authorization: `Bearer ${token}`, cookie: jar.header() });

async function ask(jar: Jar, token: string): Promise<[number, string | undefined]> {
  const answer = await call(server.current(), "GET", "/api/files/getWorkflowFiles", { headers: withToken(jar, token) });
  return [answer.status, answer.body.data[0]?.name];
}

async function sendAs(name: string): Promise<Created> {
  const content = (await testPdf()).toString("base64");
  return await create(server.current(), { documents: [{ name, content }] });
}

describe("two tabs of one browser", () => {
  it("work side by side on two workflows, each token with its own signer's cookie", async () => {
    const jar = openJar();
    const [lease, parking] = [await sendAs("lease.pdf"), await sendAs("parking.pdf")];
    const [first, second] = [await enter(jar, lease), await enter(jar, parking)];
    expect(jar.names()).toEqual([`siegel_signer_${idsOf(lease).signer}`, `siegel_signer_${idsOf(parking).signer}`]);
    expect(await ask(jar, first)).toEqual([200, "lease.pdf"]);
    expect(await ask(jar, second)).toEqual([200, "parking.pdf"]);
    const left = await call(server.current(), "POST", "/api/auth/logout", { headers: withToken(jar, second) });
    jar.take(left);
    expect(jar.names()).toEqual([`siegel_signer_${idsOf(lease).signer}`]);
    expect((await ask(jar, second))[0]).toBe(401);
    expect(await ask(jar, first)).toEqual([200, "lease.pdf"]);
  });

  it("go on with the same link opened twice, and end together at logout", async () => {
    const jar = openJar();
    const lease = await sendAs("lease.pdf");
    const [first, second] = [await enter(jar, lease), await enter(jar, lease)];
    expect(jar.names()).toHaveLength(1);
    expect([(await ask(jar, first))[0], (await ask(jar, second))[0]]).toEqual([200, 200]);
    jar.take(await call(server.current(), "POST", "/api/auth/logout", { headers: withToken(jar, first) }));
    expect(jar.names()).toEqual([]);
    expect([(await ask(jar, first))[0], (await ask(jar, second))[0]]).toEqual([401, 401]);
  });

  it("cannot lend each other a token: the cookie must bear the name of the token's signer", async () => {
    const [mine, other] = [openJar(), openJar()];
    const lease = await sendAs("lease.pdf");
    const token = await enter(mine, lease);
    await enter(other, lease);
    expect((await ask(other, token))[0]).toBe(401);
    const renamed = mine.header().replace(idsOf(lease).signer, idsOf(await sendAs("parking.pdf")).signer);
    const answer = await call(server.current(), "GET", "/api/files/getWorkflowFiles", {
      headers: { authorization: `Bearer ${token}`, cookie: renamed },
    });
    expect([answer.status, answer.body.code]).toEqual([401, "SESSION_ENDED"]);
  });
});

describe("two devices of one person", () => {
  it("both go on working, and a logout on one leaves the other alone", async () => {
    const [laptop, phone] = [openJar(), openJar()];
    const lease = await sendAs("lease.pdf");
    const [first, second] = [await enter(laptop, lease), await enter(phone, lease)];
    expect(laptop.header()).not.toBe(phone.header());
    expect([(await ask(laptop, first))[0], (await ask(phone, second))[0]]).toEqual([200, 200]);
    phone.take(await call(server.current(), "POST", "/api/auth/logout", { headers: withToken(phone, second) }));
    expect([(await ask(laptop, first))[0], (await ask(phone, second))[0]]).toEqual([200, 401]);
  });
});

describe("a cookie", () => {
  it("that names no living session is never taken over: somebody may have planted it", async () => {
    const lease = await sendAs("lease.pdf");
    const planted = `siegel_signer_${idsOf(lease).signer}=${"x".repeat(43)}`;
    const jar = openJar();
    const answer = await call(
      server.current(),
      "POST",
      `/api/auth/workflowLogin/${idsOf(lease).workflow}/${idsOf(lease).signer}`,
      { body: { workflow: { gtcChecked: true } }, headers: { cookie: planted } },
    );
    jar.take(answer);
    expect(jar.header()).not.toBe(planted);
    expect((await ask(jar, answer.body.data.workflow.accessToken))[0]).toBe(200);
  });

  it("is taken back where its link leads nowhere any more", async () => {
    const jar = openJar();
    const expiring = await create(server.current(), {
      expires_at: new Date(server.current().clock.now().getTime() + 60_000).toISOString(),
    });
    await enter(jar, expiring);
    server.current().clock.move(61);
    const { workflow, signer: who } = idsOf(expiring);
    const answer = await call(server.current(), "POST", `/api/auth/workflowLogin/${workflow}/${who}`, {
      body: { workflow: { gtcChecked: true } },
      headers: { cookie: jar.header() },
    });
    expect([jar.take(answer).status, jar.names()]).toEqual([410, []]);
  });

  it("beyond twenty in one browser is forgotten, the oldest first, and no header overflows", async () => {
    const jar = openJar();
    const crowd = await create(server.current(), {
      signers: Array.from({ length: 24 }, (_, n) => signer(`s${n}`, "s_signature")),
    });
    const tokens: string[] = [];
    for (let n = 0; n < 24; n++) {
      tokens.push(await enter(jar, crowd, n));
      server.current().clock.move(1);
    }
    const names = [...Array(20).keys()].map((n) => `siegel_signer_${idsOf(crowd, n + 4).signer}`);
    expect(jar.names()).toEqual(names);
    expect(jar.header().length).toBeLessThan(4_096);
    expect((await ask(jar, tokens[3] ?? ""))[0]).toBe(401);
    for (const token of tokens.slice(4)) expect((await ask(jar, token))[0]).toBe(200);
  });
});

async function refuseElsewhere(created: Created): Promise<void> {
  const elsewhere = openJar();
  const token = await enter(elsewhere, created);
  const { workflow, signer: who } = idsOf(created);
  await call(server.current(), "POST", `/api/signing/revokeWorkflow/${workflow}/${who}`, {
    body: { msg: "no" },
    headers: withToken(elsewhere, token),
  });
}

const askSummary = (created: Created, cookie: string) =>
  call(server.current(), "GET", `/api/workflow/getWorkflow/${created.workflow_id}`, { headers: { cookie } });

describe("a refused workflow's cookie", () => {
  it("opens the summary under the name of its own signer alone, and under another's does not end it either", async () => {
    const jar = openJar();
    const [refused, other] = [await sendAs("refused.pdf"), await sendAs("other.pdf")];
    await refuseElsewhere(refused);
    await enter(jar, refused);
    const renamed = jar.header().replace(idsOf(refused).signer, idsOf(other).signer);
    expect(renamed).not.toBe(jar.header());
    const answer = await askSummary(refused, renamed);
    expect([answer.status, answer.body.code]).toEqual([401, "SESSION_ENDED"]);
    await call(server.current(), "POST", "/api/auth/logout", { headers: { cookie: renamed } });
    expect((await askSummary(refused, jar.header())).status).toBe(200);
  });
});

describe("two refused workflows in one browser", () => {
  it("[S-155] each show their own summary to the cookie alone, and a logout without a token ends those only", async () => {
    const jar = openJar();
    const [one, two, open] = [await sendAs("one.pdf"), await sendAs("two.pdf"), await sendAs("open.pdf")];
    for (const created of [one, two]) {
      await refuseElsewhere(created);
      expect(await enter(jar, created)).toBe("");
      server.current().clock.move(1);
    }
    const token = await enter(jar, open);
    for (const created of [one, two]) {
      const shown = await askSummary(created, jar.header());
      expect(shown.body.data.workflow).toMatchObject({ workflow_id: created.workflow_id, status: "REVOKED" });
    }
    jar.take(await call(server.current(), "POST", "/api/auth/logout", { headers: { cookie: jar.header() } }));
    expect(jar.names()).toEqual([`siegel_signer_${idsOf(open).signer}`]);
    expect((await ask(jar, token))[0]).toBe(200);
  });
});
