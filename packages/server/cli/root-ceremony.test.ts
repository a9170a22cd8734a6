/** docs/operations/authority.md, walked: its commands as they stand there, on an empty database whose process waits for the root. */
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasOpenssl } from "../../../fixtures/openssl.ts";
import { freePort } from "../adapters/database/embedded-postgres.ts";
import { parseConfig } from "../config.ts";
import { bareEnvironment, type Ran, siegel } from "../test/run-command.ts";
import { useTestDatabase } from "../test/test-database.ts";
import { authority } from "./authority.ts";

const database = useTestDatabase({ empty: true });
const folder = mkdtempSync(join(tmpdir(), "siegel-ceremony-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Block = { readonly heading: string; readonly machine: string; readonly commands: readonly string[] };

/** The commands of the document by the headings above them. */
function blocksOf(document: string): readonly Block[] {
  return document.split(/^## /m).flatMap((section) => {
    const heading = section.split("\n")[0] ?? "";
    return [...section.matchAll(/^```sh (root|service)\n(.*?)^```/gms)].map(([, machine = "", body = ""]) => ({
      heading,
      machine,
      commands: body.trim().split("\n"),
    }));
  });
}

const blocks = blocksOf(readFileSync(join(import.meta.dirname, "../../../docs/operations/authority.md"), "utf8"));
const provider = { SIEGEL_PROVIDER_NAME: "Testdienst", SIEGEL_PUBLIC_URL: "https://sign.example.org" };
const service = (port = 3_000) => ({
  ...provider,
  SIEGEL_ROOT: "outside",
  DATABASE_URL: database.current().url,
  SIEGEL_KEY_ENCRYPTION_KEY: "7".repeat(64),
  SIEGEL_STORAGE_URL: `file://${folder}/storage`,
  PORT: String(port),
});

/** A process of a role: what it said so far, and its end. */
type Process = { readonly port: number; readonly said: () => string; readonly stop: () => Promise<void> };
let house: Process;
let worker: Process;

async function start(role: "authority" | "worker"): Promise<Process> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, "siegel.ts"), role], {
    env: { ...bareEnvironment(), ...service(port) },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (said += part.toString()));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { port, said: () => said, stop };
}

const says = async ({ said }: Process, text: string) => await expect.poll(said, { timeout: 60_000 }).toContain(text);

beforeAll(async () => {
  writeFileSync(join(folder, "phrase"), "nur für diesen Versuch\n");
  [house, worker] = [await start("authority"), await start("worker")];
});
afterAll(async () => {
  await Promise.all([house.stop(), worker.stop()]);
});

/** A command of the document, in a folder that both machines share: a memory stick that is always there. */
async function run(machine: string, command: string): Promise<Ran> {
  const rootName = readdirSync(folder).includes("root")
    ? `root-${Buffer.from(certificateIn("root/root.cer").subjectKeyIdentifier ?? []).toString("hex", 0, 4)}`
    : "";
  const [program, ...words] = command.replaceAll("root-0a1b2c3d", rootName).replace("SERIAL", serial).split(" ");
  const phrase = program === "openssl" ? ["-passin", "file:phrase"] : ["--passphrase-file", join(folder, "phrase")];
  const args = /^(siegel authority new-|openssl pkey)/.test(command) ? [...words, ...phrase] : words;
  if (program === "siegel") {
    const environment = machine === "root" ? provider : service();
    return isAtTerminal && machine === "root"
      ? await siegel(args, environment, { cwd: folder })
      : await within(environment, args);
  }
  return await new Promise((resolve) => {
    execFile("openssl", args, { cwd: folder }, (fault, stdout, stderr) =>
      resolve({ status: fault === null ? 0 : 1, output: `${stdout}${stderr}` }),
    );
  });
}

/** As at a terminal for the first time on the root's machine; else in this process, which is faster. */
let isAtTerminal = true;
const paths = ["--out", "--root", "--request", "--last-list", "--from"];

async function within(environment: Readonly<Record<string, string>>, [, ...words]: readonly string[]): Promise<Ran> {
  const typed = words.map((word, i) => (paths.includes(words[i - 1] ?? "") ? join(folder, word) : word));
  const lines: string[] = [];
  const status = await authority(parseConfig(environment), (line) => void lines.push(line), typed);
  return { status, output: lines.join("\n") };
}

let serial = "";
const certificateIn = (name: string) => parseCertificate(new Uint8Array(readFileSync(join(folder, name))));

/** Every command of a section; each ends with 0. Answers what they said. */
async function walk(heading: string): Promise<string> {
  const found = blocks.filter((block) => block.heading.startsWith(heading));
  expect(found).not.toEqual([]);
  const said: string[] = [];
  for (const { machine, commands } of found)
    for (const command of commands) {
      const { status, output: told } = await run(machine, command);
      expect({ command, status, told }).toMatchObject({ status: 0 });
      if (command.endsWith("-serial")) serial = /serial=(\w+)/.exec(told)?.[1] ?? "";
      said.push(told);
    }
  return said.join("");
}

describe.skipIf(!hasOpenssl)("docs/operations/authority.md", () => {
  it("[T-060] is a ceremony from an empty database to a service that answers, and openssl agrees", {
    timeout: 180_000,
  }, async () => {
    for (const one of [house, worker]) await says(one, "Run `siegel authority request --out <folder>` here");
    const made = await walk("1. ");
    const fingerprint = /SHA-256 of its certificate: (\w{64})/.exec(made)?.[1] ?? "none";
    expect(made.replaceAll(":", "").toLowerCase().split(fingerprint)).toHaveLength(3);
    const requested = await walk("2. ");
    await says(house, "Requested: issuing-1, qualified-1.");
    const signed = await walk("3. ");
    for (const [, key = "none"] of requested.matchAll(/SHA-256 of its key: (\w{64})/g)) expect(signed).toContain(key);
    expect(signed.match(/verify OK/gi)).toHaveLength(3);
    const taken = await walk("4. ");
    expect(taken).toContain(`SHA-256 ${fingerprint}, list 2.`);
    expect(taken).toContain("7 units, 3 lists, 7 certificates, 0 faults");
    expect(await walk("5. ")).toContain("published/qualified-1.pem: OK");
    await says(house, "Siegel authority is ready on port");
    await says(worker, "Siegel worker is ready on port");
    const health = await (await fetch(`http://127.0.0.1:${house.port}/api/health`)).json();
    expect(health.data).toMatchObject({ status: "ok", checks: { authority: "ok" } });
    // The seal's certificate, as somebody far away judges it: chain, both lists, and the answer of the responder.
    const seal = await database
      .current()
      .db.selectFrom("authority_unit")
      .select("certificate")
      .where("role", "=", "service-seal")
      .executeTakeFirstOrThrow();
    writeFileSync(join(folder, "seal.cer"), seal.certificate);
    const list = await fetch(`http://127.0.0.1:${house.port}/pki/crl/issuing-1.crl`);
    writeFileSync(join(folder, "issuing-1.crl"), Buffer.from(await list.arrayBuffer()));
    for (const command of [
      "openssl x509 -inform DER -in seal.cer -out seal.pem",
      "openssl crl -inform DER -in issuing-1.crl -out issuing-1.crl.pem",
      "openssl verify -crl_check_all -CRLfile published/root.crl.pem -CRLfile issuing-1.crl.pem -CAfile root/root.pem -untrusted signed/issuing-1.pem seal.pem",
    ])
      expect(await run("service", command)).toMatchObject({ status: 0 });
    const answered = await run(
      "service",
      `openssl ocsp -issuer signed/issuing-1.pem -cert seal.pem -url http://127.0.0.1:${house.port}/pki/ocsp -CAfile root/root.pem -verify_other signed/issuing-1.pem`,
    );
    expect(answered.output).toMatch(/seal\.pem: good[\s\S]*Response verify OK/);
  });

  it("[T-060] goes on with the next list, the next CAs, and a CA that is revoked", { timeout: 180_000 }, async () => {
    isAtTerminal = false;
    expect(await walk("Each year")).toContain("list 3.");
    expect(await walk("Every few years")).toContain("issuing-2 issues from now on");
    const revoked = await walk("Revoke a CA");
    expect(revoked).toContain("issuing-1 is revoked.");
    expect(revoked).toContain(", 0 faults");
    const files = ["issuing-1.pem", "issuing-2.pem"];
    const { output: judged } = await run(
      "service",
      `openssl verify -crl_check -CRLfile revoked/root.crl -CAfile root/root.pem ${files.map((name) => `before-revocation/${name}`).join(" ")}`,
    );
    expect(judged).toContain("certificate revoked");
    expect(judged).toContain("before-revocation/issuing-2.pem: OK");
  });

  it("writes nothing over, and signs nothing with a wrong passphrase, an old list or another's request", async () => {
    const before = readdirSync(join(folder, "root/lists"));
    const list = "before-revocation/root-0a1b2c3d.crl";
    const refused = [
      ["new-root --out root", "root is not empty."],
      [`new-issuing --root root --last-list ${list} --out old`, "is known."],
      ["new-issuing --root root --last-list revoked/root.crl --out revoked", "revoked is not empty."],
      ["new-issuing --root root --last-list root/root.cer --out x", "The list cannot be read."],
      ["new-issuing --root root --request root --last-list revoked/root.crl --out x", "There is no request (.csr) in "],
      ["new-issuing --root root --last-list revoked/root.crl --revoke 0f --reason superseded --out x", "knows no CA"],
    ] as const;
    for (const [words, why] of refused) {
      const ran = await run("root", `siegel authority ${words}`);
      expect([ran.status, ran.output]).toEqual([1, expect.stringContaining(why)]);
    }
    writeFileSync(join(folder, "phrase"), "eine ganz andere Losung\n");
    const other = await run("root", "siegel authority new-issuing --root root --last-list revoked/root.crl --out y");
    expect([other.status, other.output]).toEqual([1, expect.stringContaining("does not open with this passphrase")]);
    writeFileSync(join(folder, "phrase"), "kurz\n");
    const short = await run("root", "siegel authority new-root --out z");
    expect([short.status, short.output]).toEqual([1, expect.stringContaining("less than 16 characters")]);
    const asked = await siegel(["authority", "new-root", "--out", join(folder, "z")], provider);
    expect([asked.status, asked.output]).toEqual([1, expect.stringContaining("type it at a terminal")]);
    for (const words of ["new-root", "new-issuing --root root --out x", "roll --from", "request", "roll --out x"])
      expect(await run("service", `siegel authority ${words}`)).toMatchObject({ status: 2 });
    const rolled = await run("service", "siegel authority roll");
    expect([rolled.status, rolled.output]).toEqual([1, expect.stringContaining("The root's key is not here")]);
    expect(readdirSync(join(folder, "root/lists"))).toEqual(before);
  });
});
