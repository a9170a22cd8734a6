/** An owner of certificates in a browser at /certManager, as the calls see one. */
import type { OwnCertificate } from "@siegel/contract/calls/cert-manager.ts";
import { type ApiAnswer, callApi } from "../../../fixtures/api-call.ts";
import { codeIn, nextMessage, saysReference } from "../../../fixtures/inbox.ts";
import { cookiesOf } from "../../../fixtures/signer-client.ts";
import type { RunningSandbox } from "./start-sandbox.ts";
import type { TestServer } from "./test-server.ts";

type World = { readonly server: TestServer; readonly sandbox: RunningSandbox };

// biome-ignore lint/suspicious/noExplicitAny: an answer as a client without our types sees it
type Told = any;

/** A browser of its own. */
export type Owner = ReturnType<typeof ownerAt>;

/** Opens one. */
export function ownerAt({ server, sandbox }: World, language = "en") {
  let cookie = "";
  async function post(path: string, body: unknown = {}): Promise<ApiAnswer<Told>> {
    const headers = { cookie, "accept-language": language };
    const answer = await callApi<Told>("POST", `${server.url}/api/${path}`, { body, headers });
    const set = cookiesOf(answer);
    if (set !== "") cookie = set;
    return answer;
  }
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
  return {
    post,
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
