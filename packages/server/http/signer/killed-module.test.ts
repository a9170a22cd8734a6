/** The signing module's process is killed, or never answers, in the middle of an act (docs/flows/qualified-signing.md, "The act" 3). */
import { keyFor } from "@siegel/kernel/mac/server-secret.ts";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../../fixtures/eventually.ts";
import { confirmFiles } from "../../../../fixtures/signer-client.ts";
import { type ModuleProcess, moduleProcesses } from "../../adapters/trust/module-process.ts";
import { signingModule } from "../../adapters/trust/signing-module.ts";
import { useCodeWorld, wrongFor } from "../../test/code-signer.ts";
import {
  type Met,
  meet,
  receiveQualified,
  sendQualified,
  signatureRevisions,
  signQualifiedly,
  triesAt,
} from "../../test/qualified-signer.ts";
import { logIn } from "../../test/sent-workflow.ts";
import { masterKeyOf } from "../../wire-authority.ts";

const entry = new URL("../../workers/signing-module.ts", import.meta.url);
const world = useCodeWorld();
let ada: Met;
let close: (() => Promise<void>) | null = null;
beforeAll(async () => {
  ada = await meet(world.server);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await close?.();
  close = null;
});

/** From now on each process gets this signal once it was asked; answers those that did. */
function hurtProcesses(signal: NodeJS.Signals): readonly ModuleProcess[] {
  const { config, activationSecret, signingModule: whole } = world.server.deps;
  const keyEncryption = { kind: "software", key: keyFor(masterKeyOf(config), "password keys") } as const;
  const processes = moduleProcesses(entry, { activationSecret, keyEncryption }, { actMs: 1_000 });
  const asked: ModuleProcess[] = [];
  const hurt = signingModule({
    ...processes,
    start: async () => {
      const started = await processes.start();
      return {
        ...started,
        ask: async (act) => {
          const answer = started.ask(act);
          asked.push(started);
          process.kill(started.pid, signal);
          return await answer;
        },
      };
    },
  });
  vi.spyOn(whole, "take").mockImplementation(hurt.take);
  close = hurt.close;
  return asked;
}

const interrupted = { status: 409, code: "SIGNING_INTERRUPTED" };

describe("a signing module that is lost in the middle of an act", () => {
  it.each(["SIGKILL", "SIGSTOP"] as const)(
    "[T-051] by %s leaves nothing signed and nothing behind: the signer is told, others go on, the next code works",
    async (signal) => {
      const others = [{ reference: "bob", type: "s_signature", phone: undefined }] as const;
      const signer = await sendQualified(world.server, ada, { others });
      const bob = await logIn(world.server, signer.sent, 1);
      await confirmFiles(bob);
      const code = await receiveQualified(world.sandbox, signer);
      expect(await bob.call("POST", "signing/signWithoutAuth", {})).toMatchObject({ status: 202 });
      const asked = hurtProcesses(signal);
      expect(await signQualifiedly(signer, code)).toMatchObject(interrupted);
      expect(asked).toHaveLength(1);
      await expect.poll(() => asked[0]?.isAlive()).toBe(false);
      vi.restoreAllMocks();
      expect(await signQualifiedly(signer, code)).toMatchObject(interrupted);
      expect(await signer.client.call("GET", "signing/state")).toMatchObject({ data: { status: "NONE" } });
      // Nobody learnt anything about the password.
      expect(await triesAt(world.db, ada)).toEqual([]);
      const isBobDone = async () =>
        ((await bob.call("GET", "signing/state")).data as { status: string }).status === "SIGNED" || undefined;
      await eventually(isBobDone, "Bob's signature");
      expect(await signatureRevisions(world.db, signer.sent.fileIds[0])).toBe(1);
      world.server.clock.move(60);
      const next = await receiveQualified(world.sandbox, signer);
      expect(await signQualifiedly(signer, next)).toMatchObject({ status: 200, data: { status: "FINISHED" } });
      expect(await signatureRevisions(world.db, signer.sent.fileIds[0])).toBe(2);
    },
  );

  it("[T-051] uses nothing up where it only compared: 503, when to come back, and the same call again", async () => {
    const signer = await sendQualified(world.server, ada);
    const code = await receiveQualified(world.sandbox, signer);
    const checkPassword = () =>
      signer.client.call("POST", "auth/checkCertificatePassword/", { workflow: {}, password: ada.password });
    const right = await signer.client.call("POST", "auth/checkSMS/", { workflow: {}, ...code });
    expect(right).toMatchObject({ status: 200 });
    const asked = hurtProcesses("SIGKILL");
    for (const lost of [await checkPassword(), await signQualifiedly(signer, { ...code, otp: wrongFor(code.otp) })]) {
      expect(lost).toMatchObject({ status: 503, code: "SERVICE_ERROR" });
      expect(lost.headers.get("retry-after")).toBe("2");
    }
    expect(asked).toHaveLength(2);
    vi.restoreAllMocks();
    expect(await triesAt(world.db, ada)).toEqual([]);
    expect(await checkPassword()).toMatchObject({ status: 200, data: true });
    expect(await signQualifiedly(signer, code)).toMatchObject({ status: 200, data: { status: "FINISHED" } });
  });
});
