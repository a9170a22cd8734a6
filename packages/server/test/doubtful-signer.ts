/** A signer whose card names somebody else, up to an operator's decision. */
import type { Identification } from "@siegel/contract/calls/identification.ts";
import type { ReviewPage, ReviewView } from "@siegel/contract/calls/operator-reviews.ts";
import { type ApiAnswer, callApi } from "../../../fixtures/api-call.ts";
import type { Played } from "../../../fixtures/identified-browser.ts";
import { codeIn, nextMessage, saysReference } from "../../../fixtures/inbox.ts";
import { callHere, type Identifying, identifyByCard, identifyByVideo, sendUnknown } from "./identified-signer.ts";
import { freshPhone } from "./sent-workflow.ts";
import type { TestServer } from "./test-server.ts";

/** What they chose, and the code that reached their phone. */
export type Chosen = { readonly phone: string; readonly auth_token: string; readonly otp: string };

export const chosen_password = "Leuchtturm 7!";

type World = { readonly server: TestServer; readonly sandbox: { readonly url: string } };

type Invited = NonNullable<Parameters<typeof sendUnknown>[1]>;
type Doubtful = Invited & { readonly person?: Played; readonly by?: "card" | "video" };

/** Invited as Erika Musterfrau, whose card says Mustermann. */
export async function comeDoubtful(
  { server }: Pick<World, "server">,
  { person = {}, by = "card", ...invited }: Doubtful = {},
): Promise<Identifying> {
  const signer = await sendUnknown(server, { last_name: "Musterfrau", ...invited });
  const returned = await (by === "card" ? identifyByCard : identifyByVideo)(server, signer, {
    // The sandbox remembers whom it played last.
    person: { last_name: "Mustermann", ...person },
  });
  if (returned.kind !== "identification" || returned.state !== "review") throw new Error(JSON.stringify(returned));
  return signer;
}

/** Chooses password and phone, and reads the code. */
export async function choose(
  { server, sandbox }: World,
  signer: Identifying,
  { phone = freshPhone() }: { readonly phone?: string } = {},
): Promise<Chosen> {
  const asked = await callHere<{ id: string; reference: string }>(server, signer, [
    "POST",
    "auth/getSMSQualified",
    { workflow: {}, phone, password: chosen_password },
  ]);
  if (!asked.body.success) throw new Error(JSON.stringify(asked.body));
  const { id: auth_token, reference } = asked.body.data;
  const message = await nextMessage(sandbox.url, phone, { channel: "sms", about: saysReference(reference) });
  return { phone, auth_token, otp: codeIn(message) };
}

/** Hands the identification in. */
export const handIn = async (
  server: TestServer,
  signer: Identifying,
  { auth_token, otp }: Pick<Chosen, "auth_token" | "otp">,
): Promise<ApiAnswer<Identification>> =>
  await callHere<Identification>(server, signer, ["POST", "auth/requestReview", { auth_token, otp }]);

/** Somebody who waits for an operator. */
export async function waitDoubtful(
  world: World,
  invited: Doubtful = {},
): Promise<Identifying & Chosen & { readonly reviewId: string }> {
  const { server } = world;
  const signer = await comeDoubtful(world, invited);
  const chosen = await choose(world, signer);
  const kept = await handIn(server, signer, chosen);
  if (!kept.body.success) throw new Error(JSON.stringify(kept.body));
  const { check_id } = await server.deps.db
    .selectFrom("identity_check")
    .select("check_id")
    .where("signer_id", "=", signer.client.signerId as never)
    .executeTakeFirstOrThrow();
  return { ...signer, ...chosen, reviewId: check_id };
}

/** A call of the desk; `cookie`: of an operator's session. */
export const atDesk = async <Data = ReviewView>(
  { url }: TestServer,
  cookie: string,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
): Promise<ApiAnswer<Data>> =>
  await callApi<Data>(method, `${url}/api/operator/reviews${path}`, {
    headers: { cookie },
    ...(body === undefined ? {} : { body }),
  });

/** What the desk lists. */
export const listAtDesk = async (server: TestServer, cookie: string, query = ""): Promise<ReviewPage> =>
  (await atDesk<ReviewPage>(server, cookie, ["GET", query])).body.data;
