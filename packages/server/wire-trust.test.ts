/** The addresses of other houses' services, from the environment to a signature. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { nameAttribute } from "@siegel/kernel/x509/name.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseConfig } from "./config.ts";
import type { RevocationAnswer } from "./ports/revocation-status.ts";
import { readTrail } from "./rooms/audit-trail/audit-trail.ts";
import { continueSigning, type SigningDeps } from "./rooms/signing/signing.ts";
import { approveOne, signaturesOf } from "./test/approved-act.ts";
import { useSandbox } from "./test/start-sandbox.ts";
import { useSigningWorld } from "./test/use-signing-world.ts";
import { revocationFrom, timestampFrom } from "./wire-trust.ts";

const sandbox = useSandbox();
const world = useSigningWorld();
const folder = mkdtempSync(join(tmpdir(), "siegel-trust-"));
const anchor = join(folder, "root.cer");
beforeAll(async () => {
  const root = await fetch(`${sandbox.current().url}/trust/root.cer`);
  writeFileSync(anchor, new Uint8Array(await root.arrayBuffer()));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

// Nothing listens there.
const nowhere = "http://127.0.0.1:9/ocsp";

/** What an environment makes of signing, and every answer about status it got. */
async function wired(
  environment: Readonly<Record<string, string>>,
): Promise<{ deps: SigningDeps; answers: RevocationAnswer[] }> {
  const config = parseConfig({ SIEGEL_DATA_DIR: folder, ...environment });
  const own = { ...world.deps };
  const port = revocationFrom(config, own);
  const answers: RevocationAnswer[] = [];
  const status: typeof port.status = async (queries) => {
    const answered = await port.status(queries);
    answers.push(...answered);
    return answered;
  };
  return { deps: { ...own, timestamp: await timestampFrom(config, own), revocation: { status } }, answers };
}

/** Common names of who answered by OCSP. */
const respondersOf = (answers: readonly RevocationAnswer[]): string[] =>
  answers
    .flatMap((answer) => (answer.kind === "ocsp" ? answer.responderChain : []))
    .map((der) => nameAttribute(parseCertificate(der).subject, "commonName") ?? "");

describe("SIEGEL_OCSP_URL", () => {
  it.each(["s_signature", "a_signature"] as const)(
    "keeps no %s waiting: the own authority speaks for what it issued",
    async (type) => {
      const { deps, answers } = await wired({ SIEGEL_OCSP_URL: nowhere });
      const act = await approveOne(world, type);
      expect(await continueSigning(deps, act.actId)).toBe("ended");
      expect((await signaturesOf(world, act)).flat()).toHaveLength(4);
      expect((await readTrail(world.deps.db, act.workflowId)).map((event) => event.type)).not.toContain(
        "signing.waiting",
      );
      expect(answers.map((answer) => answer.kind).toSorted()).toEqual(expect.arrayContaining(["crl", "ocsp"]));
    },
  );

  it("is asked about the units of SIEGEL_TSA_URL, beside the own authority about the signer", async () => {
    const { url } = sandbox.current();
    const trusted = { SIEGEL_TSA_URL: `${url}/tsa`, SIEGEL_TSA_ANCHOR: anchor };
    const act = await approveOne(world, "a_signature");
    const away = await wired({ ...trusted, SIEGEL_OCSP_URL: nowhere });
    expect(await continueSigning(away.deps, act.actId)).toBe("waiting");
    const there = await wired({ ...trusted, SIEGEL_OCSP_URL: `${url}/ocsp` });
    expect(await continueSigning(there.deps, act.actId)).toBe("ended");
    const responders = respondersOf(there.answers);
    expect(responders).toContain("Siegel Sandbox OCSP Responder");
    expect(responders.filter((name) => name.startsWith("Testdienst"))).not.toEqual([]);
    expect((await signaturesOf(world, act)).flat()).toHaveLength(4);
  });
});
