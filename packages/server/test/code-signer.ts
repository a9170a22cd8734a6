/** An advanced signer who asks for codes and reads them in the sandbox's inbox. */
import type { Challenge } from "@siegel/contract/calls/challenges.ts";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { formPdf } from "../../../fixtures/documents.ts";
import type { Db } from "../db/database.ts";
import { type Answer, freshPhone, logIn, type Sent, type SignerClient, send } from "./signer-client.ts";
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
  phone: string;
  sent: Sent;
  signer: SignerClient;
};

/** Makes the world; read its members inside tests only. */
export function useCodeWorld(): CodeWorld {
  const world = {} as CodeWorld;
  const database = useTestDatabase();
  const sandbox = useSandbox();
  beforeAll(async () => {
    const { url, smtpUrl } = sandbox.current();
    const environment = { SIEGEL_TWILIO_URL: url, SIEGEL_SMTP_URL: smtpUrl };
    const server = await startTestServer(database.current().url, environment);
    Object.assign(world, { sandbox: sandbox.current(), db: database.current().db, server });
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
export async function arrived(world: CodeWorld, challenge: Challenge, channel: "sms" | "voice"): Promise<string> {
  // A call says the reference sign by sign.
  const reference = new RegExp(challenge.reference.split("").join("[^A-Z0-9]*"));
  return await waitFor(async () => {
    const messages = await world.sandbox.messages(`?to=${encodeURIComponent(world.phone)}&channel=${channel}`);
    return messages.find(({ text }) => reference.test(text))?.text;
  });
}

/** Looks until there is something. @throws after five seconds */
export async function waitFor<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 100; tries++) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("nothing came");
}

/** The challenge of an answer. */
export const challengeOf = (answer: Answer) => answer.data as Challenge;
/** The six digits of a text message. */
export const codeIn = (text: string) => /\b[0-9]{6}\b/.exec(text)?.[0] ?? "";
/** A code that is not the right one. */
export const wrongFor = (otp: string) => (otp === "000000" ? "000001" : "000000");
