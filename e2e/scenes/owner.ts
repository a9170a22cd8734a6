/** An owner of certificates: every step and every state of a certificate. */
import type { OwnCertificate } from "@siegel/contract/calls/cert-manager.ts";
import type { Page } from "playwright-core";
import { button, codeField, say } from "../journey.ts";
import { askMailCode, codeThatCame } from "../owner.ts";
import { meetSigner } from "../qualified-signer.ts";
import { type Scene, stopClock } from "./stage.ts";

const holder = "Katharina Brückner";
const phone = "+49 ••• ••48";

/** The same in every picture: valid, of a day, expired, revoked. The valid one is the person's own. */
function played(own: OwnCertificate): OwnCertificate[] {
  const [from, until] = ["2026-11-21T09:12:00Z", "2031-11-21T09:12:00Z"];
  const one = {
    ...own,
    serial_number: "5c0a917e44d2c3b3a4e983d8cce1b530",
    holder,
    masked_phone: phone,
    not_before: from,
    not_after: until,
    changeable: true,
    rests_until: own.rests_until ?? null,
  };
  const over = { ...one, type: "aes", revocable: false, changeable: false, rests_until: null } as const;
  return [
    {
      ...one,
      certificate_id: "day",
      rests_until: null,
      serial_number: "7be1402c935f08d6a1b2c4e55f3a9071",
      not_after: "2026-11-22T09:31:00Z",
      revocable: false,
      changeable: false,
      short_term: true,
    },
    one,
    {
      ...over,
      certificate_id: "old",
      serial_number: "3e77d05b16f1e983d8cce1b5302ab1a4",
      status: "e",
      not_before: "2025-01-12T11:00:00Z",
      not_after: "2026-01-12T11:00:00Z",
    },
    {
      ...one,
      certificate_id: "gone",
      rests_until: null,
      serial_number: "2a19c8e4700db1a4e983d8cce1b5302a",
      status: "r",
      revocable: false,
      changeable: false,
      revoked_at: "2026-11-22T10:00:00Z",
    },
  ];
}

/** Plays the list of certificates; `more`: what is told of the valid one beside that. */
export async function playCertificates(page: Page, more: Partial<OwnCertificate> = {}): Promise<void> {
  await page.route("**/api/account/getCertificatesByEmail", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { readonly data: OwnCertificate[] };
    const [own] = body.data;
    if (own?.holder === undefined) return await route.fulfill({ response: answer, json: body });
    await route.fulfill({ response: answer, json: { ...body, data: played({ ...own, ...more }) } });
  });
}

/** From the address to the revoked certificate. */
export const owner: Scene = async ({ page, at, show, pass, product: { demo } }) => {
  const who = await meetSigner(demo, "q_signature");
  await playCertificates(page);
  await page.goto(`${demo.baseUrl}/certManager`);
  await button(at, "owner.sendCode").waitFor();
  await pass("certificates-mail");
  await stopClock(page);
  await askMailCode(at, demo.baseUrl, who.email);
  await pass("certificates-mail-code");
  await codeField(at).fill(await codeThatCame(at, demo.sandboxUrl, { channel: "mail", to: who.email }));
  await button(at, "owner.next").click();
  const revoke = page.getByRole("row").getByRole("button", { name: say(at, "owner.revoke") });
  await revoke.waitFor();
  // The address is the same in every picture.
  await page.locator(".lead").evaluate(
    (lead, [email = ""]) => {
      const words = lead.firstChild as Text;
      words.data = words.data.replace(email, "k.brueckner@example.org");
    },
    [who.email],
  );
  await show("certificates-table");
  await revoke.click();
  await page.getByRole("radio", { name: say(at, "owner.reason.phone_gone") }).check();
  await show("certificates-reason");
  await button(at, "owner.withCode").click();
  await page.getByRole("timer").waitFor();
  await pass("certificates-confirm");
  const otp = await codeThatCame(at, demo.sandboxUrl, { channel: "sms", to: who.phone });
  await button(at, "owner.back").click();
  await revoke.click();
  await page.getByRole("radio", { name: say(at, "owner.reason.phone_gone") }).check();
  await button(at, "owner.withCode").click();
  await codeField(at).fill(otp);
  await button(at, "owner.revokeForGood").click();
  await page.getByText(say(at, "Responses.REVOKE_SUCCESS")).waitFor();
  await pass("certificates-done");
};
