/** An owner who identifies themselves once more: what for, by which way, what came of it, and the link that stops a change. */
import type {
  CertificateChange,
  ChangedPassword,
  ChangedPhone,
  OwnersIdentification,
} from "@siegel/contract/calls/cert-identity.ts";
import type { Page } from "playwright-core";
import { button, codeField, say } from "../journey.ts";
import { proveMailbox } from "../owner.ts";
import { meetSigner } from "../qualified-signer.ts";
import { playCertificates } from "./owner.ts";
import type { PassingScene, PassingStage } from "./stage.ts";

const [serial_number, serial_after] = ["5c0a917e44d2c3b3a4e983d8cce1b530", "61f2b09d37c84e15a2c6f0917be1d843"];
const [changed_at, rests_until] = ["2026-11-21T11:09:00Z", "2036-11-22T11:09:00Z"];
const masked_phone = "+49 ••• ••34";

const succeeded: OwnersIdentification = {
  state: "succeeded",
  purpose: "revoke",
  failure: null,
  route: "eid",
  reference: "E-7KQ4M2",
  identified_at: "2026-11-21T11:06:00Z",
  use_until: "2036-11-21T11:36:00Z",
  is_used: false,
  on_document: "KATHARINA BRUECKNER",
  certificate: {
    certificate_id: "one",
    serial_number,
    signer_id: "signer",
    holder: "Katharina Brückner",
    type: "qes",
    status: "v",
    not_after: "2031-11-21T09:12:00Z",
    masked_phone: "+49 ••• ••48",
  },
};
const phoneChange: ChangedPhone = { certificate_id: "one", serial_number, masked_phone, changed_at, rests_until };
const passwordChange: ChangedPassword = {
  ...phoneChange,
  serial_number: serial_after,
  masked_phone: "+49 ••• ••48",
  serial_before: serial_number,
  not_after: "2031-11-21T11:09:00Z",
};
const change: CertificateChange = {
  kind: "phone",
  state: "open",
  route: "eid",
  changed_at,
  rests_until,
  serial_number,
  masked_phone,
  revoked_at: null,
};

/** Answers a call with this from now on. */
async function play(page: Page, path: string, data: unknown): Promise<void> {
  await page.route(`**/api/${path}`, (route) => route.fulfill({ json: { success: true, data } }));
}

/** Comes back from an identification that stands so. */
async function comeBack({ page, product: { demo } }: PassingStage, told: Partial<OwnersIdentification>): Promise<void> {
  await play(page, "auth/createCaseAusweisAppRevoke", { kind: "identification", ...succeeded, ...told });
  await page.goto(`${demo.baseUrl}/nect/signer`);
  await page.locator("main h1").waitFor();
}

/** From the table to the ways. */
async function choose(stage: PassingStage): Promise<void> {
  const { page, at, pass, product } = stage;
  const who = await meetSigner(product.demo, "q_signature");
  await playCertificates(page, { rests_until });
  await proveMailbox(at, product.demo, who.email);
  await page.getByText(/2036/).first().waitFor();
  await pass("certificates-resting");
  const change = page.getByRole("row").getByRole("button", { name: say(at, "ownerIdentity.change") });
  await change.click();
  await page.getByRole("radio", { name: say(at, "ownerIdentity.password") }).waitFor();
  await pass("owner-what");
  await button(at, "ownerIdentity.goOn").click();
  await page.getByText(say(at, "ownerIdentity.waysPassword")).waitFor();
  await pass("owner-ways");
  await button(at, "owner.back").click();
  await change.click();
  await page.getByRole("radio", { name: say(at, "ownerIdentity.revoke") }).check();
  await button(at, "ownerIdentity.goOn").click();
  await page.getByRole("radio", { name: say(at, "owner.reason.phone_gone") }).check();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say(at, "ownerIdentity.goOn") })
    .click();
  await page.getByText(say(at, "ownerIdentity.waysRevoke")).waitFor();
  await pass("owner-ways-revoke");
  await page.getByRole("button", { name: new RegExp(`^${say(at, "identification.card")}`) }).click();
  await page.waitForURL(/\/certManager\/ausweisapp2\?/);
  await page.getByText(say(at, "ownerIdentity.card_revoke")).waitFor();
  await pass("owner-card");
}

/** What may be done on the strength of it, and what follows. */
async function act(stage: PassingStage): Promise<void> {
  const { page, at, pass } = stage;
  await comeBack(stage, {});
  await pass("owner-revoke");
  const revoked_at = changed_at;
  await play(page, "account/revokeCertificate", { certificate_id: "one", serial_number, revoked_at });
  await page.getByRole("radio", { name: say(at, "owner.reason.phone_gone") }).check();
  await button(at, "owner.revokeForGood").click();
  await page.getByText(say(at, "Responses.REVOKE_SUCCESS")).waitFor();
  await pass("owner-revoked");
  await comeBack(stage, { purpose: "change_password" });
  await page.locator("#new-password").fill("Leucht 7");
  await pass("owner-password");
  for (const field of ["#new-password", "#new-password-again"]) await page.locator(field).fill("Leuchtturm 7!");
  await play(page, "account/changePassword", passwordChange);
  await button(at, "ownerIdentity.issue").click();
  await page.getByText(say(at, "ownerIdentity.oldRevoked")).waitFor();
  await pass("owner-password-changed");
  await comeBack(stage, { purpose: "change_phone" });
  await page.locator("#phone").fill("170 55501234");
  await pass("owner-phone");
  const times = { reference: "W3L-6B", expires_in_s: 300, resend_after_s: 60 };
  await play(page, "auth/changeSMS", { id: "code", masked_phone, ...times });
  await button(at, "ownerIdentity.sendCode").click();
  await codeField(at).fill("123456");
  await pass("owner-phone-code");
  await play(page, "account/changePhone", phoneChange);
  await button(at, "ownerIdentity.checkCode").click();
  await page.getByText(say(at, "ownerIdentity.changed")).waitFor();
  await pass("owner-phone-changed");
}

/** All of it, in answers that are played: none of them has to be waited for, or can be had twice. */
export const ownerIdentity: PassingScene = async (stage) => {
  const { page, at, pass, product } = stage;
  await choose(stage);
  await act(stage);
  await comeBack(stage, { state: "review", use_until: null, on_document: "KATHARINA BRUECKNER-OEZDEMIR" });
  await pass("owner-doubtful");
  await comeBack(stage, { state: "failed", failure: "DOCUMENT_EXPIRED", use_until: null });
  await pass("owner-wrong");
  await comeBack(stage, { use_until: changed_at });
  await pass("owner-late");
  await play(page, "account/change/played", change);
  await page.goto(`${product.demo.baseUrl}/certManager/stop/played`);
  await button(at, "ownerIdentity.notMe").waitFor();
  await pass("owner-stop");
  await button(at, "ownerIdentity.notMe").click();
  await page.getByRole("dialog").waitFor();
  await pass("owner-stop-asks");
  await play(page, "account/change/played", { ...change, state: "stopped", revoked_at: "2026-11-21T12:30:00Z" });
  await button(at, "ownerIdentity.stopGo").click();
  await page.getByText(say(at, "ownerIdentity.stoppedLead")).waitFor();
  await pass("owner-stopped");
  await page.goto(`${product.demo.baseUrl}/certManager/stop/unknown`);
  await page.getByText(say(at, "ownerIdentity.tooOld")).waitFor();
  await pass("owner-stop-old");
};
