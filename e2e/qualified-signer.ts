/** Qualified signers who were met, and what of their server is played: a certificate in a state that takes years, a fixed line, another person's hold. */
import type { CertificateStatus } from "@siegel/contract/calls/certificates.ts";
import type { Page, Route } from "playwright-core";
import { type Certified, certify } from "./desk.ts";
import { onePagePdf } from "./pdf.ts";
import type { Demo } from "./product.ts";
import { person, send } from "./sender.ts";

export type QualifiedType = "q_signature" | "q_seal";

let people = 0;

/** Somebody who was met and has a certificate: for their signatures a person of their own, for seals the demo's representative. */
export async function meetSigner(demo: Demo, type: QualifiedType): Promise<Certified> {
  if (type === "q_seal") return sealer(demo);
  people += 1;
  const tag = `${String(Date.now()).slice(-4)}${String(people % 100).padStart(2, "0")}`;
  const name = { first_name: "Katharina", last_name: "Brückner" };
  const reached = { email: `k.brueckner${tag}@example.org`, phone: `+49151${tag}48` };
  const who = { ...name, ...reached, password: "Leuchtturm 7!" };
  await certify(demo, who);
  return who;
}

function sealer({ workflows }: Demo): Certified {
  const found = workflows.find(
    ({ signer_type, certificate_password }) => signer_type === "q_seal" && certificate_password,
  );
  const { email = "", phone, certificate_password } = found ?? {};
  return {
    ...{ first_name: "Frauke", last_name: "Petersen" },
    ...{ email, phone: phone ?? "", password: certificate_password ?? "" },
  };
}

/** Sends a workflow to a qualified signer; left out: to somebody whom nobody has met. The sender gives another number than the certificate's. */
export async function sentQualified(
  demo: Demo,
  type: QualifiedType,
  { who, ...more }: { readonly who?: Certified } & Parameters<typeof send>[3] = {},
) {
  const { first_name, last_name, email } = who ?? { first_name: "Katharina", last_name: "Brückner" };
  const signer = person(type, { first_name, last_name, ...(email === undefined ? {} : { email }) });
  const created = await send(demo, onePagePdf(), [signer], more);
  return { created, url: created.signers[0]?.url ?? "" };
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

const json = { "content-type": "application/json" };
const answer = (route: Route, status: number, body: object, headers: Readonly<Record<string, string>> = {}) =>
  route.fulfill({ status, headers: { ...json, ...headers }, body: JSON.stringify(body) });

/** Lets the server say that of the certificate; the answered function changes it. */
export async function playCertificate(
  page: Page,
  first: CertificateStatus,
): Promise<(next: CertificateStatus) => void> {
  let told = first;
  await page.route("**/api/certificates/getCertificate", (route) => answer(route, 200, { success: true, data: told }));
  return (next) => {
    told = next;
  };
}

/** Another person has the document when the code is asked for the first time; the server itself answers after that. */
export async function playHold(page: Page, forS: number): Promise<void> {
  await page.route(
    /\/api\/auth\/get(SMS|Phone)Qualified$/,
    (route) => answer(route, 409, { success: false, code: "DOCUMENT_HELD", data: [] }, { "retry-after": String(forS) }),
    { times: 1 },
  );
}

/** What the server is asked from now on for code, password and signature, in order. */
export type Asked = { readonly call: string; readonly body: Readonly<Record<string, unknown>> };

/** Notes it. */
export function noteActs(page: Page): Asked[] {
  const asked: Asked[] = [];
  const acts = /\/api\/(?:auth\/(?:get\w+Qualified|checkSMS|checkCertificatePassword)|signing\/signNowQes2Fa)\/?$/;
  page.on("request", (request) => {
    if (!acts.test(request.url())) return;
    const call = new URL(request.url()).pathname.split("/").filter(Boolean).at(-1) ?? "";
    asked.push({ call, body: request.postDataJSON() });
  });
  return asked;
}
