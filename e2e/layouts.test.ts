/** Two web processes, a worker and an authority on one database and one storage: nothing a second process would need is in the first. */
import { getSigningState } from "@siegel/contract/calls/signing.ts";
import { migrationNames } from "@siegel/server/db/migrations.ts";
import { useSandbox } from "@siegel/server/test/start-sandbox.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../fixtures/documents.ts";
import { eventually } from "../fixtures/eventually.ts";
import { nextMessage } from "../fixtures/inbox.ts";
import { judge } from "../fixtures/judge-pdf.ts";
import { confirmFiles, logIn, receiveCode, type SignerClient, sign } from "../fixtures/signer-client.ts";
import { type Layout, prepareLayout, type RunningRole } from "./layout.ts";
import { call, download, person, send } from "./sender.ts";
import { tellLogWhenFailed } from "./tell-log.ts";

const sandbox = useSandbox();
let layout: Layout;
let webs: RunningRole[];
let worker: RunningRole;
let authority: RunningRole;

// All at the same instant, on an empty database.
beforeAll(async () => {
  layout = await prepareLayout(sandbox.current());
  const [first, second, third, fourth] = await Promise.all([
    layout.start("web"),
    layout.start("web"),
    layout.start("worker"),
    layout.start("authority"),
  ]);
  webs = [first, second];
  [worker, authority] = [third, fourth];
}, 120_000);
tellLogWhenFailed(() => layout.printed());
afterAll(() => layout?.stop(), 60_000);

const web = (n: 0 | 1): RunningRole => {
  const one = webs[n];
  if (one === undefined) throw new Error("there are two web processes");
  return one;
};
const statusAt = async (one: RunningRole, path: string) => (await fetch(`http://127.0.0.1:${one.port}${path}`)).status;
const stateOf = async (signer: SignerClient) =>
  getSigningState.response.parse((await signer.call("GET", "signing/state")).data).status;

describe("processes apart", () => {
  it("one migrated and one made the hierarchy, the others waited", async () => {
    const applied = await layout.query<{ name: string }>("select name from kysely_migration order by name");
    expect(applied.map((row) => row.name)).toEqual(migrationNames);
    const roots = await layout.query("select 1 from authority_unit where role = 'root'");
    expect(roots).toHaveLength(1);
  });

  it("each serves its own and nothing else", async () => {
    const expected = {
      "/": [200, 404, 404],
      "/api/configuration": [200, 404, 404],
      "/pki/ca/root-1.cer": [404, 404, 200],
    };
    for (const [path, statuses] of Object.entries(expected))
      expect(
        [await statusAt(web(0), path), await statusAt(worker, path), await statusAt(authority, path)],
        path,
      ).toEqual(statuses);
  });

  it("login on one, code from another, the first killed, signed on a third that came after; mails by the worker", async () => {
    const signer = person("a_signature");
    const created = await send(layout.demo, plainPdf(), [signer]);
    await nextMessage(layout.demo.sandboxUrl, signer.email, { channel: "mail" });
    layout.balancer.pin(web(0).port);
    const session = await logIn(created.signers[0]?.url ?? "");
    layout.balancer.pin(web(1).port);
    await confirmFiles(session);
    const code = await receiveCode(layout.demo.sandboxUrl, session);
    await layout.kill(web(0));
    const came = await layout.start("web");
    layout.balancer.pin(came.port);
    expect((await sign(session, code)).status).toBe("FINISHED");
    layout.balancer.pin(null);
    webs = [came, web(1)];
    const servedBy = (path: string) => layout.balancer.served.find((one) => one.path.includes(path))?.port;
    expect(new Set(["workflowLogin", "getSMS", "signWorkflow"].map(servedBy)).size).toBe(3);
    expect(judge(await download(layout.demo, created))).toMatchObject({
      qpdf: 0,
      signatures: ["Signature is Valid.", expect.anything()],
    });
    await nextMessage(layout.demo.sandboxUrl, signer.email, { channel: "mail", about: /^Unterschrieben: / });
  }, 120_000);

  it("kill -9 while four sign: every approval is signed once, without anybody asking again", async () => {
    const people = [1, 2, 3, 4].map(() => person("s_signature"));
    const created = await Promise.all(people.map((one) => send(layout.demo, plainPdf(), [one])));
    const sessions = await Promise.all(created.map((one) => logIn(one.signers[0]?.url ?? "")));
    await Promise.all(sessions.map((one) => confirmFiles(one)));
    layout.balancer.pin(web(0).port);
    // Every signature waits at its last step, so that the kill meets all four in the middle.
    const release = await layout.hold("select 1 from file for update");
    const answers = sessions.map((one) =>
      sign(one).then(
        ({ status }) => status,
        () => "cut",
      ),
    );
    await eventually(async () => {
      const acts = await layout.query("select 1 from signing_act where status = 'AUTHORISED'");
      return acts.length === people.length ? true : undefined;
    }, "four approvals");
    await layout.kill(web(0));
    await release();
    layout.balancer.pin(null);
    const replacement = await layout.start("web");
    webs = [replacement, web(1)];
    expect(new Set(await Promise.all(answers))).toEqual(new Set(["cut"]));
    for (const [n, session] of sessions.entries()) {
      for (let tries = 0; (await stateOf(session)) === "PENDING" && tries < 300; tries++)
        await new Promise((resolve) => setTimeout(resolve, 200));
      expect(await stateOf(session)).toBe("FINISHED");
      const one = created[n];
      if (one === undefined) throw new Error("as many workflows as signers");
      const verdict = judge(await download(layout.demo, one));
      expect(verdict.subFilters.filter((name) => name === "ETSI.CAdES.detached")).toHaveLength(1);
    }
  }, 180_000);

  it("a process that is told to stop says so, loses no request, gives back its leases, and ends with 0", async () => {
    const leaving = web(0);
    const created = await send(layout.demo, plainPdf(), [person("s_signature")]);
    const session = await logIn(created.signers[0]?.url ?? "");
    await confirmFiles(session);
    let asking = true;
    const statuses: number[] = [];
    const asked = (async () => {
      while (asking) statuses.push((await call(layout.demo, "GET", `/api/v1/workflows/${created.workflow_id}`)).status);
    })();
    layout.balancer.pin(leaving.port);
    const signed = sign(session);
    layout.balancer.pin(null);
    leaving.process.kill("SIGTERM");
    const health = await eventually(async () => {
      const answer = await fetch(`http://127.0.0.1:${leaving.port}/api/health`);
      return answer.status === 503 ? ((await answer.json()) as { data: { status: string } }).data.status : undefined;
    }, "the health to say stopping");
    expect(health).toBe("stopping");
    expect((await signed).status).toBe("FINISHED");
    expect(await leaving.ended).toBe(0);
    asking = false;
    await asked;
    expect(statuses.length).toBeGreaterThan(5);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await layout.query("select 1 from signing_lease")).toEqual([]);
    layout.balancer.remove(leaving.port);
  }, 60_000);

  it("a process older than the schema refuses to start, with a sentence", async () => {
    await layout.query("insert into kysely_migration values ('9999_future', now()::text)");
    try {
      await expect(layout.start("web")).rejects.toThrow("The database was migrated by a newer Siegel (9999_future)");
    } finally {
      await layout.query("delete from kysely_migration where name = '9999_future'");
    }
  });

  it("production refuses the database of a development, with a sentence for each mark, however well it is configured", async () => {
    const production = {
      SIEGEL_MODE: "production",
      SIEGEL_PUBLIC_URL: "https://sign.provider.test",
      SIEGEL_SMTP_URL: "smtps://mail.provider.test",
      SIEGEL_MAIL_FROM: "sign@provider.test",
      SIEGEL_TWILIO_URL: "https://api.provider.test",
      SIEGEL_TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
      SIEGEL_TWILIO_AUTH_TOKEN: "2".repeat(32),
      SIEGEL_TWILIO_FROM: "+4930123456",
      SIEGEL_CERTIFICATE_POLICY: "1.3.6.1.4.1.99999.7.1",
      SIEGEL_TIME_SERVER: "time.provider.test",
    };
    const refused = layout.start("web", production);
    await expect(refused).rejects.toThrow(
      /ended:\nThe database holds a development trust hierarchy.*\nThe database holds the demo organisation.*\n$/,
    );
    await expect(layout.start("web", { ...production, SIEGEL_SMTP_URL: "smtp://127.0.0.1:25" })).rejects.toThrow(
      /ended:\nSIEGEL_SMTP_URL points to this machine: that is a sandbox, not a provider\.\n$/,
    );
  });

  it("a process with another key-encryption key refuses to start, with a sentence", async () => {
    await expect(layout.start("worker", { SIEGEL_KEY_ENCRYPTION_KEY: "00".repeat(32) })).rejects.toThrow(
      "SIEGEL_KEY_ENCRYPTION_KEY does not open the keys in the database",
    );
  });
});
