/** The embedded PostgreSQL of `npm start`, killed alone: it comes back by itself, and signing goes on. */
import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileBlobs } from "@siegel/server/adapters/store/file-blobs.ts";
import { openDatabase } from "@siegel/server/db/database.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../../fixtures/documents.ts";
import { eventually } from "../../fixtures/eventually.ts";
import { inboxAt } from "../../fixtures/inbox.ts";
import { confirmFiles, logIn, receiveCode, sign } from "../../fixtures/signer-client.ts";
import { embeddedUrl, type Product, startProduct } from "../product.ts";
import { download, person, send } from "../sender.ts";
import { untilCalm } from "./calm.ts";
import type { Told } from "./check-told.ts";
import { insist } from "./insist.ts";
import { reckon } from "./reckoning.ts";

let product: Product;
beforeAll(async () => {
  // Empty is unset: the embedded one, wherever the other tests' database is.
  product = await startProduct({ DATABASE_URL: "" });
}, 120_000);
afterAll(async () => await product?.stop(), 60_000);

/** First line of its pid file (PostgreSQL §18.3). */
const postmaster = () => Number(readFileSync(join(product.dataDir, "pg/postmaster.pid"), "utf8").split("\n")[0]);

const isHealthy = async () => (await fetch(`${product.demo.baseUrl}/api/health`)).status === 200;

async function ready(type: "s_signature" | "a_signature") {
  const created = await send(product.demo, plainPdf(), [person(type)]);
  const signer = await logIn(created.signers[0]?.url ?? "");
  await confirmFiles(signer);
  return {
    created,
    signer,
    code: type === "s_signature" ? undefined : await receiveCode(product.demo.sandboxUrl, signer),
  };
}

async function reckonProduct(told: readonly Told[]): Promise<string[]> {
  const { db, close } = openDatabase(embeddedUrl(product.dataDir), { max: 2 });
  try {
    const calm = await untilCalm(db, 60_000);
    const blobs = fileBlobs(join(product.dataDir, "blobs"));
    const found = await reckon({ db, blobs, messages: inboxAt(product.demo.sandboxUrl).messages }, told);
    return [...(calm ? [] : ["it never became calm"]), ...found];
  } finally {
    await close();
  }
}

describe("the embedded PostgreSQL", () => {
  it("killed while four sign: everybody is told of one signature, nothing is lost, and the log says what happened", async () => {
    const four = await Promise.all((["s_signature", "a_signature", "s_signature", "a_signature"] as const).map(ready));
    const before = postmaster();
    const signing = Promise.all(four.map(({ signer, code }) => insist(signer, code)));
    await sleep(150);
    process.kill(before, "SIGKILL");
    const told = (await signing).flatMap((one) => one.told);
    expect(told.filter(({ status }) => status === "FINISHED")).toHaveLength(4);
    await eventually(async () => ((await isHealthy()) ? true : undefined), "it to be well again");
    expect(postmaster()).not.toBe(before);
    expect(product.printed()).toMatch(/"the embedded PostgreSQL is gone; starting it again"/);
    expect(product.printed()).toMatch(/"the embedded PostgreSQL runs again"/);
    expect(product.process().exitCode).toBeNull();
    expect(await reckonProduct(told)).toEqual([]);
  }, 120_000);

  it("that cannot come back ends the process with a sentence, and nothing is lost", async () => {
    const { created, signer } = await ready("s_signature");
    const [folder, away] = [join(product.dataDir, "pg"), join(product.dataDir, "pg-away")];
    const pid = postmaster();
    renameSync(folder, away);
    process.kill(pid, "SIGKILL");
    await eventually(() => product.process().exitCode ?? undefined, "the process to end");
    expect(product.process().exitCode).toBe(1);
    expect(product.printed()).toMatch(/The embedded PostgreSQL died and does not come back: There is no database in /);
    expect(existsSync(folder)).toBe(false);
    renameSync(away, folder);
    await product.restart();
    expect((await sign(signer)).status).toBe("FINISHED");
    expect((await download(product.demo, created)).length).toBeGreaterThan(10_000);
  }, 120_000);
});
