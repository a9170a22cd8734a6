/** A qualified signer whose server is played in the browser: what the pages do with each of its answers. */
import type { CertificateStatus } from "@siegel/contract/calls/certificates.ts";
import type { Page, Route } from "playwright-core";
import { onePagePdf } from "./pdf.ts";
import type { Product } from "./product.ts";
import { person, send } from "./sender.ts";

export type QualifiedType = "q_signature" | "q_seal";
type Stage = Pick<Product, "demo" | "query">;

/** Sends a workflow to a qualified signer and answers its link. */
export async function sentQualified(
  { demo, query }: Stage,
  type: QualifiedType,
  more: Parameters<typeof send>[3] = {},
): Promise<string> {
  const signer = person(type === "q_seal" ? "a_seal" : "a_signature", {
    first_name: "Katharina",
    last_name: "Brückner",
  });
  const created = await send(demo, onePagePdf(), [signer], more);
  const [invited] = created.signers;
  await query("update signer set type = $2 where signer_id = $1", [invited?.signer_id ?? "", type]);
  return invited?.url ?? "";
}

/** A certificate that can be used, of a mobile number. */
export const usable: CertificateStatus = {
  certificate_exists: true,
  signer_exists: true,
  phone_exists: true,
  signer_seal_identified: true,
  certificate_state: "OK",
  masked_phone: "+49 ••• ••48",
  phone_type: 1,
};

/** One that cannot, and why. */
export const unusable = (certificate_state: CertificateStatus["certificate_state"]): CertificateStatus => ({
  ...usable,
  certificate_exists: false,
  certificate_state,
  masked_phone: null,
  phone_type: -1,
});

/** Lets the server say that of the certificate; the answered function changes it. */
export async function playCertificate(
  page: Page,
  first: CertificateStatus,
): Promise<(next: CertificateStatus) => void> {
  let told = first;
  await page.route("**/api/certificates/getCertificate", (route) => succeed(route, told));
  return (next) => {
    told = next;
  };
}

/** What a played server was asked, in order: the call's name and its body. */
export type Asked = { readonly call: string; readonly body: Readonly<Record<string, unknown>> };

export const code = "481906";
export const password = "Ankerplatz!7nord";

/** Plays the calls of code, password and signature: right is `password` with `code`. `held`: another person has a document for so long at first. */
export async function playAct(page: Page, { heldForS = 0 } = {}): Promise<Asked[]> {
  const asked: Asked[] = [];
  const note = (route: Route): Asked => {
    const { pathname } = new URL(route.request().url());
    const entry = { call: pathname.split("/").filter(Boolean).at(-1) ?? "", body: route.request().postDataJSON() };
    asked.push(entry);
    return entry;
  };
  let sent = 0;
  let triesLeft = 5;
  const wrong = (route: Route) => refuse(route, 403, "WRONG_PW_OR_OTP", [`tries_left=${--triesLeft}`]);
  await page.route(/\/api\/auth\/get(SMS|Phone)Qualified$/, (route) => {
    note(route);
    if (heldForS > 0 && asked.length === 1)
      return refuse(route, 409, "DOCUMENT_HELD", [], { "retry-after": String(heldForS) });
    sent += 1;
    const challenge = { reference: sent === 1 ? "K7Q-RX" : "M3T-HK", masked_phone: usable.masked_phone };
    return succeed(route, { id: "0".repeat(25) + sent, ...challenge, expires_in_s: 300, resend_after_s: 60 });
  });
  await page.route("**/api/auth/checkSMS/", (route) =>
    note(route).body.otp === code ? succeed(route, true) : wrong(route),
  );
  await page.route("**/api/auth/checkCertificatePassword/", (route) =>
    note(route).body.password === password ? succeed(route, true) : wrong(route),
  );
  await page.route("**/api/signing/signNowQes2Fa", (route) => {
    note(route);
    return succeed(route, { status: "SIGNED", auth_token: "0" }, "SUCCESS_SIGNING");
  });
  return asked;
}

const json = { "content-type": "application/json" };

const succeed = (route: Route, data: unknown, code?: string): Promise<void> =>
  route.fulfill({ status: 200, headers: json, body: JSON.stringify({ success: true, code, data }) });

const refuse = (
  route: Route,
  status: number,
  code: string,
  data: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<void> =>
  route.fulfill({ status, headers: { ...json, ...headers }, body: JSON.stringify({ success: false, code, data }) });
