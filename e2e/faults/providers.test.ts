/** Each provider in each kind of trouble: what the person reads, and that everything goes on by itself afterwards. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { challenge } from "@siegel/contract/calls/challenges.ts";
import { type FaultMode, fault_modes } from "@siegel/contract/sandbox.ts";
import { useSandbox } from "@siegel/server/test/start-sandbox.ts";
import { useTestDatabase } from "@siegel/server/test/test-database.ts";
import { startTestServer } from "@siegel/server/test/test-server.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../../fixtures/documents.ts";
import { eventually } from "../../fixtures/eventually.ts";
import { codeIn, messagesTo, nextMessage, saysReference } from "../../fixtures/inbox.ts";
import { confirmFiles, logIn } from "../../fixtures/signer-client.ts";
import { someOf } from "../../fixtures/slow-run.ts";
import { person, send } from "../sender.ts";
import {
  arrivedMails,
  demoOf,
  holdMails,
  type Inside,
  providersAt,
  readyToSign,
  reckonInside,
  signInside,
} from "./inside.ts";
import { press } from "./insist.ts";

const sandbox = useSandbox();
const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "siegel-faults-"));
let inside: Inside;
let timestampAnchors: Uint8Array[];
let ticking: NodeJS.Timeout;
const tick_ms = 50;

/** More calls than any of these tests makes: the fault ends when it is told to. */
const for_long = 10_000;
/** Longer than the five seconds that a timestamp or a status is waited for. */
const slow_ms = 6_000;

beforeAll(async () => {
  const { url } = sandbox.current();
  const root = new Uint8Array(await (await fetch(`${url}/trust/root.cer`)).arrayBuffer());
  const anchor = join(folder, "root.cer");
  writeFileSync(anchor, root);
  timestampAnchors = [root];
  const server = await startTestServer(database.current().url, {
    ...providersAt(sandbox.current()),
    SIEGEL_TSA_URL: `${url}/tsa`,
    SIEGEL_TSA_ANCHOR: anchor,
  });
  inside = { server, sandbox: sandbox.current() };
  // The sandbox's time goes on, and ours with it however busy the machine is: services are believed within five seconds only.
  let last = Date.now();
  ticking = setInterval(() => {
    const now = Date.now();
    server.clock.move((now - last) / 1_000);
    last = now;
  }, tick_ms);
}, 180_000);
afterEach(async () => {
  for (const channel of ["mail", "sms", "voice", "tsa", "ocsp"] as const)
    await sandbox.current().spoil(channel, "down", { count: 0 });
});
afterAll(async () => {
  clearInterval(ticking);
  await inside?.server.close();
  rmSync(folder, { recursive: true, force: true });
});

const spoil = (channel: Parameters<Inside["sandbox"]["spoil"]>[0], mode: FaultMode) =>
  sandbox.current().spoil(channel, mode, { count: for_long, delay_ms: slow_ms });
const mend = (channel: Parameters<Inside["sandbox"]["spoil"]>[0]) =>
  sandbox.current().spoil(channel, "down", { count: 0 });

/** What another test put forward is taken back: the sandbox's clock stayed. */
const syncClock = () => inside.server.clock.move((Date.now() - inside.server.clock.now().getTime()) / 1_000);

/** Each of some providers in each kind of trouble; every second one of them meets every provider, and every kind once. */
const inTrouble = <Channel>(channels: readonly Channel[]) =>
  someOf(
    channels.flatMap((channel) => fault_modes.map((mode) => [channel, mode] as const)),
    2,
  );

describe("a service of evidence", () => {
  it.each(inTrouble(["tsa", "ocsp"] as const))(
    "%s %s: the approval waits, is answered 202 twice with one token, and is signed once by itself",
    async (channel, mode) => {
      syncClock();
      const { ready } = await readyToSign(inside, ["a_signature"]);
      const [one] = ready;
      if (one === undefined) throw new Error("there is one signer");
      await spoil(channel, mode);
      const answers = [await press(one.signer, one.code), await press(one.signer, one.code)];
      for (const answer of answers)
        expect(answer).toMatchObject({
          status: 202,
          code: "SIGNING_PENDING",
          data: { status: "PENDING", auth_token: one.code?.auth_token },
        });
      expect((await one.signer.call("GET", "signing/state")).data).toEqual({ status: "PENDING", code: null });
      await mend(channel);
      // A busy machine may miss the first turn after it, as it may miss any.
      const told = await signInside(inside, one);
      expect(told.at(-1)?.status).toBe("FINISHED");
      expect(await reckonInside(inside, told, { timestampAnchors })).toEqual([]);
    },
    60_000,
  );
});

/** What a mode does to a seal it does to a signature, above: these say that the report may be missed, and a slow service waited for. */
const missed = [
  ["tsa", "down"],
  ["tsa", "slow"],
  ["tsa", "garbage"],
  ["ocsp", "down"],
  ["ocsp", "garbage"],
] as const;

describe("the report that travels with the mails of completion", () => {
  it.each(someOf(missed, 3))(
    "is left out while the %s is %s, the documents are not, and its link makes it afterwards",
    async (channel, mode) => {
      syncClock();
      const { ready, workflowId } = await readyToSign(inside, ["s_signature"]);
      const [one] = ready;
      if (one === undefined) throw new Error("there is one signer");
      const release = await holdMails(inside);
      const told = await signInside(inside, one);
      expect(told.at(-1)?.status).toBe("FINISHED");
      await spoil(channel, mode);
      await release();
      const arrived = () => arrivedMails(inside, "finished", workflowId);
      // A slow one is waited for in each of the two mails.
      await expect.poll(async () => (await arrived()).length, { timeout: 30_000, interval: 250 }).toBe(2);
      await mend(channel);
      for (const mail of await arrived()) {
        const names = mail.attachments.map(({ filename }) => filename);
        expect(names.filter((name) => name !== "logo.png")).toEqual(["Mietvertrag.pdf"]);
        expect(mail.text).toMatch(/Das Prüfprotokoll liegt .* bereit/);
      }
      const report = async () => {
        syncClock();
        const address = `${inside.server.url}/api/v1/workflows/${workflowId}/audit-report`;
        const { status, headers } = await fetch(address, {
          headers: { authorization: `Bearer ${inside.server.apiKey}` },
        });
        return [status, headers.get("content-type")];
      };
      // On a busy machine a service may be too slow once more, and says 503 again.
      await expect.poll(report, { timeout: 20_000, interval: 250 }).toEqual([200, "application/pdf"]);
      const workflows = new Set([workflowId]);
      expect(await reckonInside(inside, told, { timestampAnchors, workflows })).toEqual([]);
    },
    90_000,
  );
});

describe("the mail server", () => {
  it.each(someOf(fault_modes, 2))(
    "%s: signing does not wait for it, and every mail goes out by itself or is noted as refused",
    async (mode) => {
      syncClock();
      const { ready, workflowId } = await readyToSign(inside, ["s_signature"]);
      const [one] = ready;
      if (one === undefined) throw new Error("there is one signer");
      await eventually(
        async () => ((await mailsOf(workflowId)).get("invitation") === "sent" ? true : undefined),
        "the invitation",
      );
      await spoil("mail", mode);
      const told = await signInside(inside, one);
      expect(told.at(-1)?.status).toBe("FINISHED");
      await eventually(async () => {
        const rows = await inside.server.deps.db
          .selectFrom("message")
          .selectAll()
          .where("kind", "=", "finished")
          .execute();
        const own = rows.filter((row) => row.workflow_id === workflowId);
        // A slow one is not over: it is there, and its connection is.
        const tried = mode === "slow" ? own.some((row) => row.tries > 0) : own.every((row) => row.last_error !== null);
        return own.length === 2 && tried ? true : undefined;
      }, "the first try");
      if (mode === "slow") await sleep(500);
      await mend("mail");
      const more = {
        timestampAnchors,
        workflows: new Set([workflowId]),
        mailsMayBeRefused: mode === "reject",
      };
      expect(await reckonInside(inside, told, more)).toEqual([]);
      // 550 is the one answer that says never again: it stays visible, and nobody is told what is not so.
      expect((await mailsOf(workflowId)).get("finished")).toBe(mode === "reject" ? "failed" : "sent");
    },
    90_000,
  );
});

async function mailsOf(workflowId: string): Promise<Map<string, string>> {
  const { db } = inside.server.deps;
  const rows = await db.selectFrom("message").selectAll().execute();
  return new Map(rows.filter((row) => row.workflow_id === workflowId).map((row) => [row.kind, row.state]));
}

const askFor = { sms: "auth/getSMS", voice: "auth/getPhone" } as const;

describe("codes by", () => {
  it.each(inTrouble(["sms", "voice"] as const))(
    "%s %s: the person reads what happened, one code is right, and it signs once",
    async (channel, mode) => {
      syncClock();
      const invited = person("a_signature");
      const created = await send(demoOf(inside), plainPdf(), [invited]);
      const signer = await logIn(created.signers[0]?.url ?? "");
      await confirmFiles(signer);
      await spoil(channel, mode);
      const asked = await signer.call("POST", askFor[channel], { workflow: {} });
      expect([asked.status, asked.code]).toEqual(expected[channel][mode]);
      await mend(channel);
      // The same text may have gone out again where no answer came, never another code.
      const arrived = await messagesTo(sandbox.current().url, signer.phone ?? "", channel);
      if (channel === "sms") expect(new Set(arrived.map(codeIn)).size).toBeLessThanOrEqual(1);
      inside.server.clock.move(61);
      const again = challenge.parse((await signer.call("POST", askFor[channel], { workflow: {} })).data);
      const wanted = { channel, about: saysReference(again.reference) };
      const code = {
        auth_token: again.id,
        otp: codeIn(await nextMessage(sandbox.current().url, signer.phone ?? "", wanted)),
      };
      // The timestamps come from a clock that did not wait with us.
      syncClock();
      const told = await signInside(inside, { signer, code });
      expect(told.at(-1)?.status).toBe("FINISHED");
      expect(await reckonInside(inside, told, { timestampAnchors, workflows: new Set([created.workflow_id]) })).toEqual(
        [],
      );
    },
    60_000,
  );
});

/** Status and code of the call that asks for a code while the provider is in trouble. */
const away: [number, string] = [503, "SERVICE_ERROR"];
const expected: Record<"sms" | "voice", Record<FaultMode, [number, string]>> = {
  sms: { down: away, slow: away, reject: [409, "PHONE_UNREACHABLE"], garbage: away, "answer-lost": away },
  voice: { down: away, slow: away, reject: [400, "PHONE_INVALID"], garbage: away, "answer-lost": away },
};
