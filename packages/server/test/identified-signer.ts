/** A qualified signer without a certificate who identifies by ID card or by video at the sandbox, and comes back. */
import type { Returned } from "@siegel/contract/calls/identification.ts";
import { formPdf } from "../../../fixtures/documents.ts";
import { callAs, type Jar, jarOf, open, type Played, playPage } from "../../../fixtures/identified-browser.ts";
import { confirmFiles, type SignerClient } from "../../../fixtures/signer-client.ts";
import { logIn, type Sent, send } from "./sent-workflow.ts";
import type { TestServer } from "./test-server.ts";

/** A signer in a browser. */
export type Identifying = { readonly sent: Sent; readonly client: SignerClient; readonly jar: Jar };

/** Sends a workflow to somebody nobody knows, who confirms its documents. */
export async function sendUnknown(
  server: TestServer,
  { first_name = "Erika", last_name = "Mustermann", type = "q_signature" as "q_signature" | "q_seal", email = "" } = {},
): Promise<Identifying> {
  const address = email === "" ? `e.${server.deps.random.id().slice(0, 10)}@mail.example` : email;
  const signer = { reference: "alice", type, first_name, last_name, email: address, language: "en" } as const;
  const sent = await send(server, { signers: [signer], documents: [{ name: "Form.pdf", bytes: formPdf() }] });
  const client = await logIn(server, sent);
  await confirmFiles(client, { name: "Ada" });
  return { sent, client, jar: jarOf(client) };
}

type Here = { readonly client: SignerClient; readonly jar: Jar };

/** A call of this signer's tab. */
export const callHere = async <Data = Record<string, unknown>>(
  server: TestServer,
  { client, jar }: Here,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
) => await callAs<Data>(jar, { method, url: `${server.url}/api/${path}`, token: client.session.token, body });

/** Begins with the ID card; answers the link of the app. @throws when refused */
export async function startCard(server: TestServer, here: Here, { isMobile = false } = {}): Promise<string> {
  const answer = await callHere<{ url: string }>(server, here, ["GET", `auth/startAusweisApp?isMobile=${isMobile}`]);
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.url;
}

/** Lets the sandbox's app read a card, and follows its way back with these cookies; answers the query of the return page. */
export async function readCard(
  link: string,
  { jar, ...played }: { readonly jar: Jar; readonly outcome?: string; readonly person?: Played },
): Promise<URLSearchParams> {
  const back = await open(await playPage(link, played), { jar });
  if (back.status !== 303) throw new Error(`${back.status} ${back.text}`);
  return new URL(back.location).searchParams;
}

/** The call of the return page. */
export const comeBack = async (server: TestServer, jar: Jar, body: Readonly<Record<string, unknown>>) =>
  await callAs<Returned>(jar, { method: "POST", url: `${server.url}/api/auth/createCaseAusweisApp`, body });

/** All of it: the card is read, and its owner is back. @throws when refused */
export async function identifyByCard(
  server: TestServer,
  here: Here,
  played: { readonly outcome?: string; readonly person?: Played } = {},
): Promise<Returned> {
  const query = await readCard(await startCard(server, here), { jar: here.jar, ...played });
  const answer = await comeBack(server, here.jar, { code: query.get("code") });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

/** Begins a video; answers its case and the provider's page. @throws when refused */
export async function startVideo(server: TestServer, here: Here): Promise<VideoCase> {
  const { body } = await callHere<VideoCase>(server, here, ["POST", "auth/startNect", { workflow: {} }]);
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data;
}

/** A case at the provider of videos. */
export type VideoCase = { readonly nect_uuid: string; readonly nect_url: string };

/** The call of the return page after a video. */
export const comeBackFromVideo = async (
  server: TestServer,
  { client, jar }: Here,
  body: Readonly<Record<string, unknown>> = {},
) =>
  await callAs<Returned>(jar, {
    method: "POST",
    url: `${server.url}/api/auth/checkNect`,
    body: { workflow_id: client.workflowId, signer_id: client.signerId, ...body },
  });

/** All of it by video. @throws when refused */
export async function identifyByVideo(
  server: TestServer,
  here: Here,
  played: { readonly outcome?: string; readonly person?: Played } = {},
): Promise<Returned> {
  const { nect_url } = await startVideo(server, here);
  const { location } = await open(await playPage(nect_url, played), { jar: here.jar });
  const answer = await comeBackFromVideo(server, here, { code: new URL(location).searchParams.get("code") });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}
