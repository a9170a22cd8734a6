/** A signer whose ID card names somebody else, without a browser: as far as the operator's desk. Nothing of the server but its API. */
import type { Challenge } from "@siegel/contract/calls/challenges.ts";
import type { ApiAnswer } from "../fixtures/api-call.ts";
import { callAs, jarOf, open, playPage } from "../fixtures/identified-browser.ts";
import { codeIn, nextMessage, saysReference } from "../fixtures/inbox.ts";
import { confirmFiles, logIn } from "../fixtures/signer-client.ts";
import { onePagePdf } from "./pdf.ts";
import type { Demo } from "./product.ts";
import { person, send } from "./sender.ts";

/** Who is invited, under a name that is not the card's. */
export type Invited = { readonly first_name: string; readonly last_name: string; readonly email: string };

/** The demo's, whomever the sandbox played last. */
const card = { first_names: "ERIKA", last_name: "MUSTERMANN", birth_name: "GABLER" };

/** Identifies with the demo's card, chooses password and phone, and waits for an operator. */
export async function waitForReview(demo: Demo, { phone, ...invited }: Invited & { readonly phone: string }) {
  const created = await send(demo, onePagePdf(), [person("q_signature", { ...invited, language: "en" })]);
  const client = await logIn(created.signers[0]?.url ?? "");
  await confirmFiles(client);
  const jar = jarOf(client);
  const call = async <Data>(method: string, path: string, body?: unknown): Promise<Data> => {
    const url = `${demo.baseUrl}/api/auth/${path}`;
    return dataOf(await callAs<Data>(jar, { method, url, token: client.session.token, body }));
  };
  const { url } = await call<{ url: string }>("GET", "startAusweisApp");
  const back = await open(await playPage(url, { person: card }), { jar });
  const code = new URL(back.location).searchParams.get("code");
  await call("POST", "createCaseAusweisApp", { code });
  const chosen = { workflow: { gtcChecked: true }, phone, password: "Leuchtturm 7!" };
  const { id: auth_token, reference } = await call<Challenge>("POST", "getSMSQualified", chosen);
  const message = await nextMessage(demo.sandboxUrl, phone, { channel: "sms", about: saysReference(reference) });
  await call("POST", "requestReview", { auth_token, otp: codeIn(message) });
}

function dataOf<Data>({ body }: ApiAnswer<Data>): Data {
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data;
}
