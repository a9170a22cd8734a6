/** An owner of certificates in a browser at /certManager, as the calls see one. */
import type { OwnCertificate } from "@siegel/contract/calls/cert-manager.ts";
import type { OwnersPurpose } from "@siegel/contract/owners-purposes.ts";
import type { ApiAnswer } from "../../../fixtures/api-call.ts";
import { callAs, type Jar, open, type Played, playPage } from "../../../fixtures/identified-browser.ts";
import { codeIn, nextMessage, saysReference } from "../../../fixtures/inbox.ts";
import type { RunningSandbox } from "./start-sandbox.ts";
import type { TestServer } from "./test-server.ts";

type World = { readonly server: TestServer; readonly sandbox: RunningSandbox };

// biome-ignore lint/suspicious/noExplicitAny: an answer as a client without our types sees it
type Told = any;

type Wish = { readonly purpose?: OwnersPurpose; readonly way?: "card" | "video" };
type Playing = { readonly outcome?: string; readonly person?: Played };

/** A browser of its own. */
export type Owner = ReturnType<typeof ownerAt>;

/** Opens one. */
export function ownerAt({ server, sandbox }: World, language = "en") {
  const jar: Jar = new Map();
  const headers = { "accept-language": language };
  const post = async (path: string, body: unknown = {}): Promise<ApiAnswer<Told>> =>
    await callAs<Told>(jar, { method: "POST", url: `${server.url}/api/${path}`, body, headers });
  const get = async (path: string): Promise<ApiAnswer<Told>> =>
    await callAs<Told>(jar, { method: "GET", url: `${server.url}/api/${path}`, headers });
  /** Asks for a code at an address, and reads it there. */
  async function mailCode(email: string): Promise<string> {
    const asked = await post("account/sendOTP", { email });
    if (!asked.body.success) throw new Error(JSON.stringify(asked.body));
    const about = saysReference(asked.body.data.reference);
    const mail = await nextMessage(sandbox.url, email, { channel: "mail", about });
    const code = /\b(\d{6})\b/.exec(mail.text)?.[1];
    if (code === undefined) throw new Error(`no code in: ${mail.text}`);
    return code;
  }
  /** Begins an identification; answers the page of the provider, or why there is none. */
  async function begin(
    certificateId: string,
    { purpose = "revoke", way = "card" }: Wish = {},
  ): Promise<ApiAnswer<Told> & { readonly page: string }> {
    const answer =
      way === "card"
        ? await get(`auth/startAusweisAppRevoke?cert_id=${certificateId}&purpose=${purpose}`)
        : await post("auth/startNectRevoke", { cert_id: certificateId, signer: {}, isMobile: false });
    return { ...answer, page: answer.body.data?.url ?? answer.body.data?.nect_url ?? "" };
  }
  return {
    post,
    get,
    jar,
    begin,
    /** All of it: the document is read, and the owner is back. @throws when refused */
    identify: async (certificateId: string, wish: Wish = {}, played: Playing = {}): Promise<ApiAnswer<Told>> => {
      const { page, body } = await begin(certificateId, wish);
      if (page === "") throw new Error(JSON.stringify(body));
      const { location } = await open(await playPage(page, played), { jar });
      const code = new URL(location).searchParams.get("code");
      return await post("auth/createCaseAusweisAppRevoke", { code });
    },
    mailCode,
    /** Proves a mailbox. */
    prove: async (email: string) => await post("auth/checkOTP", { otp: await mailCode(email) }),
    list: async (): Promise<OwnCertificate[]> => (await post("account/getCertificatesByEmail")).body.data,
    /** Asks for a code to a phone, and reads it there. */
    phoneCode: async (phone: string, of: { readonly cert_id?: string; readonly signer_id: string }) => {
      const asked = await post("auth/revokeSMS", { phone: "+4915100000000", ...of });
      if (!asked.body.success) throw new Error(JSON.stringify(asked.body));
      const { id, reference } = asked.body.data;
      const about = saysReference(reference);
      return { id, otp: codeIn(await nextMessage(sandbox.url, phone, { channel: "sms", about })) };
    },
  };
}
