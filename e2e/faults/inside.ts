/** The server inside the test's own process, with a clock that the test moves: for faults that must be met exactly, and for races. */
import { setTimeout as sleep } from "node:timers/promises";
import { fileBlobs } from "@siegel/server/adapters/store/file-blobs.ts";
import { sweepSigning, takeOverSigning } from "@siegel/server/rooms/signing/signing.ts";
import type { RunningSandbox } from "@siegel/server/test/start-sandbox.ts";
import type { TestServer } from "@siegel/server/test/test-server.ts";
import { sql } from "kysely";
import { plainPdf } from "../../fixtures/documents.ts";
import {
  confirmFiles,
  logIn,
  type ReceivedCode,
  receiveCode,
  type SignerClient,
} from "../../fixtures/signer-client.ts";
import type { Demo } from "../product.ts";
import { person, send } from "../sender.ts";
import { untilCalm } from "./calm.ts";
import type { Told } from "./check-told.ts";
import { insist } from "./insist.ts";
import { type House, reckon } from "./reckoning.ts";

/** Both together. */
export type Inside = { readonly server: TestServer; readonly sandbox: RunningSandbox };

/** Where providers are for a server in the test's process. */
export const providersAt = (sandbox: RunningSandbox): Record<string, string> => ({
  SIEGEL_SMTP_URL: sandbox.smtpUrl,
  SIEGEL_TWILIO_URL: sandbox.url,
  SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "100000",
});

/** How a sender reaches it. */
export const demoOf = ({ server, sandbox }: Inside): Demo => ({
  baseUrl: server.url,
  sandboxUrl: sandbox.url,
  apiKey: server.apiKey,
  admin: null,
  operator: null,
  workflows: [],
});

/** A signer who may sign now. */
export type Ready = { readonly signer: SignerClient; readonly code: ReceivedCode | undefined };

/** Somebody to sign, a_signature with a code in hand. */
type SignerType = "s_signature" | "a_signature";

/** A workflow whose signers are all ready; `link` opens one of them anew. */
export async function readyToSign(inside: Inside, types: readonly SignerType[], more: Parameters<typeof send>[3] = {}) {
  const created = await send(
    demoOf(inside),
    plainPdf(),
    types.map((type) => person(type)),
    more,
  );
  const ready = await Promise.all(
    created.signers.map(async ({ url }, n): Promise<Ready> => {
      const signer = await logIn(url);
      await confirmFiles(signer);
      const code = types[n] === "a_signature" ? await receiveCode(inside.sandbox.url, signer) : undefined;
      return { signer, code };
    }),
  );
  return { created, workflowId: created.workflow_id, ready };
}

/** Lets no mail begin until the answered function is called; those on their way are waited for. */
export async function holdMails({ server }: Inside): Promise<() => Promise<void>> {
  const held = await server.deps.db.startTransaction().execute();
  await sql`lock table message in exclusive mode`.execute(held);
  return async () => void (await held.rollback().execute());
}

/** The mails of a kind that reached anybody's mailbox about a workflow. */
export async function arrivedMails({ sandbox }: Inside, kind: string, workflowId: string) {
  const mails = await sandbox.messages("?channel=mail");
  return mails.filter(({ reference }) => reference.startsWith(`<${kind}.${workflowId}.`));
}

/** Lets the time of the next sweep come and does what the timers do (jobs/timers.ts). */
export async function passTime({ server }: Inside, seconds = 31): Promise<void> {
  const { db, config } = server.deps;
  // Another house's clock does not wait with us, and is believed within five seconds: there the acts' turn comes to them.
  if (config.tsaUrl === null) server.clock.move(seconds);
  else
    await sql`update signing_act set next_attempt_at = next_attempt_at - ${seconds} * interval '1 second' where status = 'AUTHORISED'`.execute(
      db,
    );
  await takeOverSigning(server.deps);
  await sweepSigning(server.deps);
}

/** Only for acts: mails come by the queue's own clock, and their reports need one that agrees with the providers'. */
async function passTimeForActs(inside: Inside): Promise<void> {
  const { db } = inside.server.deps;
  const waiting = await db.selectFrom("signing_act").select("act_id").where("status", "=", "AUTHORISED").execute();
  if (waiting.length > 0) await passTime(inside);
}

/** Waits until everything is over, sweeping meanwhile; then compares. */
export async function reckonInside(
  inside: Inside,
  told: readonly Told[],
  more: Partial<House> = {},
): Promise<string[]> {
  const { server, sandbox } = inside;
  const { db, config } = server.deps;
  const calm = await untilCalm(db, 40_000, () => passTimeForActs(inside));
  const house = {
    db,
    blobs: fileBlobs(config.storageDir),
    messages: sandbox.messages,
    ...more,
  };
  return [...(calm ? [] : ["it never became calm"]), ...(await reckon(house, told))];
}

/** Signs while the timers' work is done beside it; what the signer was told. */
export async function signInside(inside: Inside, { signer, code }: Ready): Promise<readonly Told[]> {
  let over = false;
  const signing = insist(signer, code).finally(() => {
    over = true;
  });
  while (!over) {
    await Promise.race([signing, sleep(1_000)]);
    if (!over) await passTimeForActs(inside);
  }
  return (await signing).told;
}
