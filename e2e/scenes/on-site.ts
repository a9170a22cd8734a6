/** Somebody who was met on site makes their certificate. */
import { codeIn, nextMessage } from "../../fixtures/inbox.ts";
import { identDe } from "../../packages/web/i18n/ident-de.ts";
import { identEn } from "../../packages/web/i18n/ident-en.ts";
import { linkFor, record } from "../desk.ts";
import { codeField } from "../journey.ts";
import { type PassingStage, type Scene, stopClock } from "./stage.ts";

const password = "Leuchtturm 7!";
const words = { de: identDe, en: identEn } as const;

/** They were met on a fixed day, so that pictures of different days are the same. `email`: a pattern. */
export const metOn = ({ product }: PassingStage, email: string): Promise<number> =>
  product.query(
    `update identity_case c set identified_at = '2026-11-24T09:12:00Z'::timestamptz + (link_sent_at - first)
       from (select min(link_sent_at) as first from identity_case) f where c.email like $1`,
    [email],
  );

/** The page of the mail's link, what it says of mistakes, the certificate, and the link once it is used. */
export const personalIdent: Scene = async (stage) => {
  const { page, at, show, pass, product } = stage;
  const { demo } = product;
  const language = at.language ?? "en";
  const t = words[language];
  const email = `k.brueckner.${language}.${Date.now()}@example.org`;
  // The page shows the last digits.
  const phone = `+49151${String(Date.now()).slice(-6)}48`;
  await record(demo, { first_name: "Katharina", last_name: "Brückner-Özdemir", email, phone, language });
  await metOn(stage, email);
  const link = await linkFor(demo, email);
  await stopClock(page);
  await page.goto(link);
  const create = page.getByRole("button", { name: t["personalIdent.create"], exact: true });
  await create.waitFor();
  await page.getByRole("timer").waitFor();
  await show("personal-ident");
  const [first, again] = [t["personalIdent.first"], t["personalIdent.again"]].map((label) =>
    page.getByLabel(label, { exact: true }),
  );
  await page.getByRole("checkbox").check();
  await first?.fill("Bruckner7!");
  await again?.fill("Brückner7!");
  await create.click();
  await page.getByText(t["personalIdent.differ"]).waitFor();
  await pass("personal-ident-faults");
  const sms = await nextMessage(demo.sandboxUrl, phone, { channel: "sms" });
  await codeField(at).fill(codeIn(sms));
  await first?.fill(password);
  await again?.fill(password);
  await create.click();
  await page.getByText(t["personalIdent.done"]).waitFor();
  await pass("personal-ident-done");
  await page.goto(link);
  await page.getByText(t["personalIdent.gone"]).first().waitFor();
  await show("personal-ident-gone");
};
