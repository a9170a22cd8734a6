/**
 * kill -9 of a whole web process while three qualified signers are at three moments of their acts (docs/flows/qualified-signing.md, "The
 * act" 3). The test's own server is the process that is left.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ControlledTransaction, sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { eventually } from "../../../../fixtures/eventually.ts";
import { nextMessage } from "../../../../fixtures/inbox.ts";
import { sessionHeaders } from "../../../../fixtures/signer-client.ts";
import { freePort } from "../../adapters/database/embedded-postgres.ts";
import type { Tables } from "../../db/tables.ts";
import { sweepSigning, takeOverSigning } from "../../rooms/signing/signing.ts";
import { useCodeWorld } from "../../test/code-signer.ts";
import {
  meet,
  type QualifiedSigner,
  receiveQualified,
  sendQualified,
  signatureRevisions,
  signQualifiedly,
  triesAt,
} from "../../test/qualified-signer.ts";
import { bareEnvironment } from "../../test/run-command.ts";
import { sharedByServers } from "../../test/test-server.ts";

const shared = sharedByServers();
const world = useCodeWorld(shared);

type Web = { readonly url: string; readonly process: ChildProcess; readonly ended: Promise<unknown> };

/** Another process of the house. */
async function startWeb(): Promise<Web> {
  const port = String(await freePort());
  const { config } = world.server.deps;
  const env = {
    ...bareEnvironment(),
    ...shared,
    PORT: port,
    DATABASE_URL: world.databaseUrl,
    SIEGEL_DATA_DIR: join(config.dataDir, "never-made"),
    SIEGEL_PUBLIC_URL: config.publicUrl,
    SIEGEL_TWILIO_URL: world.sandbox.url,
    SIEGEL_SMTP_URL: world.sandbox.smtpUrl,
  };
  const command = join(import.meta.dirname, "../../cli/siegel.ts");
  const child = spawn(process.execPath, [command, "web"], { env, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise((resolve) => child.once("close", resolve));
  const url = `http://127.0.0.1:${port}`;
  const isHealthy = async () => (await fetch(`${url}/api/health`).catch(() => null))?.ok || undefined;
  for (let tries = 0; (await isHealthy()) !== true; tries++) {
    if (tries > 600 || child.exitCode !== null) throw new Error("the web process did not become ready");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, process: child, ended };
}

/** Locks rows, so that a transaction that needs them waits there; the answered function unlocks them. */
async function hold(lock: (trx: ControlledTransaction<Tables>) => Promise<unknown>): Promise<() => Promise<void>> {
  const trx = await world.db.startTransaction().execute();
  await lock(trx);
  return async () => void (await trx.rollback().execute());
}

const untilStanding = async (number: number) =>
  await eventually(async () => {
    const { rows } = await sql<{ n: string }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
    return Number(rows[0]?.n) >= number || undefined;
  }, `${number} that stand still`);

/** The processes of the signing module that a process started and that have not ended. */
function modulesOf(parent: number | undefined): readonly number[] {
  return readdirSync("/proc").flatMap((entry) => {
    try {
      const status = readFileSync(`/proc/${entry}/status`, "utf8");
      const isChild = status.includes(`PPid:\t${parent}\n`) && !/^State:\tZ/m.test(status);
      return isChild && readFileSync(`/proc/${entry}/cmdline`, "utf8").includes("signing-module")
        ? [Number(entry)]
        : [];
    } catch {
      return [];
    }
  });
}

const isGone = (pid: number): boolean => {
  try {
    return /^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
};

type Ready = QualifiedSigner & { readonly code: { readonly auth_token: string; readonly otp: string } };

async function ready(firstName: string): Promise<Ready> {
  const met = await meet(world.server, { firstName });
  const signer = await sendQualified(world.server, met);
  return { ...signer, code: await receiveQualified(world.sandbox, signer) };
}

/** Signs at that process; "cut" where the connection broke. */
const signAt = ({ url }: Web, { client, met, code }: Ready) =>
  callApi("POST", `${url}/api/signing/signNowQes2Fa`, {
    body: { workflow: {}, ...code, password: met.password },
    headers: sessionHeaders(client.session),
  }).then(
    ({ status }) => status,
    () => "cut" as const,
  );

const finished = { status: 200, data: { status: "FINISHED" } };

describe("a web process that is killed", () => {
  it("[T-051] before the code is burnt, before the key is used and after the act is kept leaves each signer one true answer", {
    timeout: 120_000,
  }, async () => {
    const [kept, untouched, burnt] = [await ready("Ada"), await ready("Bea"), await ready("Cora")];
    const web = await startWeb();
    const answers: ReturnType<typeof signAt>[] = [];
    const releases = [
      await hold((trx) => sql`select 1 from file where file_id = ${kept.sent.fileIds[0]} for update`.execute(trx)),
      await hold((trx) =>
        sql`select 1 from signing_preparation where signer_id = ${untouched.client.signerId} for update`.execute(trx),
      ),
      await hold((trx) => sql`select 1 from password_key where key_id = ${burnt.met.keyId} for update`.execute(trx)),
    ];
    for (const [n, one] of [kept, untouched, burnt].entries()) {
      answers.push(signAt(web, one));
      await untilStanding(n + 1);
    }
    const modules = modulesOf(web.process.pid);
    expect(modules.length).toBeGreaterThan(0);
    web.process.kill("SIGKILL");
    await web.ended;
    for (const release of releases) await release();
    // The first may have been told that it takes longer.
    expect(await Promise.all(answers)).toEqual([expect.toBeOneOf(["cut", 202]), "cut", "cut"]);
    await expect.poll(() => modules.filter((pid) => !isGone(pid))).toEqual([]);

    expect(await signQualifiedly(untouched, untouched.code)).toMatchObject(finished);

    await takeOverSigning(world.server.deps);
    expect(await signQualifiedly(kept, kept.code)).toMatchObject(finished);

    expect(await signQualifiedly(burnt, burnt.code)).toMatchObject({ status: 409, code: "SIGNING_IN_PROGRESS" });
    // The dead process had the machine's clock; the test's stood since it started.
    const { clock } = world.server;
    clock.move((Date.now() - clock.now().getTime()) / 1_000 + 61);
    await sweepSigning(world.server.deps);
    const mail = await nextMessage(world.sandbox.url, burnt.met.email, {
      channel: "mail",
      about: /^Not signed: /,
    });
    expect(mail.text).toContain("Nothing was signed.");
    expect(await signQualifiedly(burnt, burnt.code)).toMatchObject({ status: 409, code: "SIGNING_INTERRUPTED" });
    expect(await signatureRevisions(world.db, burnt.sent.fileIds[0])).toBe(0);
    const next = await receiveQualified(world.sandbox, burnt);
    expect(await signQualifiedly(burnt, next)).toMatchObject(finished);

    for (const one of [kept, untouched, burnt]) {
      expect(await signatureRevisions(world.db, one.sent.fileIds[0])).toBe(1);
      expect(await triesAt(world.db, one.met)).toEqual([]);
    }
  });
});
