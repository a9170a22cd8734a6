/** An advanced signer who asks for codes and reads them in the sandbox's inbox. */
import type { Challenge } from "@siegel/contract/calls/challenges.ts";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { formPdf } from "../../../fixtures/documents.ts";
import { codeIn, type Message, nextMessage, saysReference } from "../../../fixtures/inbox.ts";
import type { Answer, SignerClient } from "../../../fixtures/signer-client.ts";
import type { Db } from "../db/database.ts";
import { freshPhone, logIn, type Sent, send } from "./sent-workflow.ts";
import { type RunningSandbox, useSandbox } from "./start-sandbox.ts";
import { useTestDatabase } from "./test-database.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** A code that arrived. */
export type Received = { readonly challenge: Challenge; readonly otp: string };

/** The world of a test: a server, its sandbox, and a signer of a form prepared for `alice`, new for each test. */
export type CodeWorld = {
  server: TestServer;
  sandbox: RunningSandbox;
  db: Db;
  databaseUrl: string;
  phone: string;
  sent: Sent;
  signer: SignerClient;
};

/** Makes the world, with more settings where a test names them; read its members inside tests only. */
export function useCodeWorld(settings: Readonly<Record<string, string>> = {}): CodeWorld {
  const world = {} as CodeWorld;
  const database = useTestDatabase();
  const sandbox = useSandbox();
  beforeAll(async () => {
    const { url, smtpUrl } = sandbox.current();
    const environment = {
      SIEGEL_TWILIO_URL: url,
      SIEGEL_SMTP_URL: smtpUrl,
      SIEGEL_SANDBOX_PORT: new URL(url).port,
      ...settings,
    };
    const server = await startTestServer(database.current().url, environment);
    const { db, url: databaseUrl } = database.current();
    Object.assign(world, { sandbox: sandbox.current(), db, databaseUrl, server });
  });
  afterAll(() => world.server.close());
  beforeEach(async () => {
    const phone = freshPhone();
    const documents = [{ name: "Form.pdf", bytes: formPdf() }];
    const sent = await send(world.server, { signers: [{ reference: "alice", phone, language: "en" }], documents });
    Object.assign(world, { phone, sent, signer: await logIn(world.server, sent) });
  });
  return world;
}

/** One of the calls that send a code. */
export async function ask(
  { signer }: CodeWorld,
  path: "getSMS" | "getPhone" | "retrySMS/",
  body: unknown = {},
): Promise<Answer> {
  return await signer.call("POST", `auth/${path}`, body);
}

/** Whether a code is right. */
export async function check({ signer }: CodeWorld, challenge: Challenge, otp: string): Promise<Answer> {
  return await signer.call("POST", "auth/checkSMS/", { auth_token: challenge.id, otp });
}

/** Asks for a text and waits until it has arrived. */
export async function receiveText(world: CodeWorld): Promise<Received> {
  const answer = await ask(world, "getSMS");
  expect(answer).toMatchObject({ status: 200 });
  const challenge = challengeOf(answer);
  return { challenge, otp: codeIn(await arrived(world, challenge, "sms")) };
}

/** The message with this challenge's reference. */
export async function arrived(world: CodeWorld, challenge: Challenge, channel: "sms" | "voice"): Promise<Message> {
  return await nextMessage(world.sandbox.url, world.phone, { channel, about: saysReference(challenge.reference) });
}

/** The challenge of an answer. */
export const challengeOf = (answer: Answer) => answer.data as Challenge;
/** A code that is not the right one. */
export const wrongFor = (otp: string) => (otp === "000000" ? "000001" : "000000");
