/** The operator's desk: login, people who were met, and organisations. */
import { administrationDe } from "../../packages/web/i18n/administration-de.ts";
import { administrationEn } from "../../packages/web/i18n/administration-en.ts";
import { operatorDe } from "../../packages/web/i18n/operator-de.ts";
import { operatorEn } from "../../packages/web/i18n/operator-en.ts";
import { certify, record, sitDown } from "../desk.ts";
import { waitForReview } from "../doubtful-signer.ts";
import { texts } from "../journey.ts";
import { metOn } from "./on-site.ts";
import type { PassingScene, Scene, Stage } from "./stage.ts";

const words = {
  de: { ...texts.de, ...administrationDe, ...operatorDe },
  en: { ...texts.en, ...administrationEn, ...operatorEn },
} as const;

/** Three people who were met: a link on its way, one that nobody used, and a certificate. */
async function meetPeople(stage: Stage): Promise<void> {
  const { demo } = stage.product;
  const done = {
    first_name: "Frieda",
    last_name: "Osterloh",
    email: "f.osterloh@example.org",
    phone: "+4915123450101",
    password: "Leuchtturm 7!",
  };
  await certify(demo, done);
  const old = { first_name: "Aurelio", last_name: "Conti", email: "a.conti@example.org", phone: "+4915123450102" };
  const { case_id } = await record(demo, old);
  await stage.product.query("update identity_case set link_expires_at = identified_at where case_id = $1", [case_id]);
  const open = { first_name: "Katharina Johanna", last_name: "Brückner-Özdemir", phone: "+4915123450103" };
  await record(demo, { ...open, email: "k.brueckner@example.org" });
  await metOn(stage, "%");
}

/** The login, the list, a case, and what is missing of a new one. */
export const deskCases: Scene = async (stage) => {
  const { page, at, show, pass, product } = stage;
  const { demo, query } = product;
  const t = words[at.language ?? "en"];
  const press = (text: string) => page.getByRole("button", { name: text, exact: true });
  // Nobody but those of this scene, so that its pictures are the same each time.
  await query("delete from identity_case", []);
  await page.goto(`${demo.baseUrl}/operator/cases`);
  await page.getByLabel(t["adminLogin.email"]).waitFor();
  await show("desk-login");
  await sitDown(stage.context, demo);
  await meetPeople(stage);
  await page.reload();
  await page.getByRole("link", { name: "Katharina Johanna Brückner-Özdemir" }).waitFor();
  await show("desk-cases");
  await page.getByRole("link", { name: "Katharina Johanna Brückner-Özdemir" }).click();
  await page.getByText(t["cases.isSent"]).waitFor();
  await pass("desk-case");
  await page.goto(`${demo.baseUrl}/operator/cases/new`);
  await page.getByText(t["cases.forSeal"]).click();
  await press(t["cases.send"]).waitFor();
  for (const check of ["face", "document", "phone"] as const) await page.getByLabel(t[`cases.sure_${check}`]).check();
  await press(t["cases.send"]).click();
  await page.getByText(t["frame.required"]).first().waitFor();
  await pass("desk-new-case");
};

/** The overview, the list of organisations, and one of them with somebody who lost their app. */
export const deskOrganisations: Scene = async (stage) => {
  const { page, at, show, pass, product } = stage;
  const { demo, query } = product;
  const t = words[at.language ?? "en"];
  // Somebody with an app, which they may lose.
  await query(
    "insert into administrator_totp (administrator_id, secret_sealed, since) select administrator_id, 'x', now() from administrator where state = 'active' on conflict do nothing",
    [],
  );
  await sitDown(stage.context, demo);
  await page.goto(`${demo.baseUrl}/operator/`);
  await page.getByText(t["operator.allWell"]).waitFor();
  await pass("desk-overview");
  await page.getByRole("link", { name: t["operator.section_organisations"], exact: true }).click();
  const first = page.getByRole("table").getByRole("link").first();
  await first.waitFor();
  await show("desk-organisations");
  await first.click();
  await page.getByRole("button", { name: t["operator.changeLicence"] }).waitFor();
  await page.getByText(t["users.removeFactor"], { exact: true }).first().waitFor();
  await pass("desk-organisation");
  await page.getByText(t["users.removeFactor"], { exact: true }).first().click();
  await page.getByRole("dialog").waitFor();
  await pass("desk-lost-factor");
  await query("delete from administrator_totp where secret_sealed = 'x'", []);
};

/** Doubtful names: the list, one of them, and what is missing of a decision. */
export const deskReviews: Scene = async (stage) => {
  const { page, at, show, pass, product } = stage;
  const { demo, query } = product;
  const t = words[at.language ?? "en"];
  await query("delete from identity_review", []);
  const person = { first_name: "Erika", last_name: "Musterfrau", email: "e.musterfrau@example.org" };
  await waitForReview(demo, { ...person, phone: `+49151${String(Date.now()).slice(-6)}48` });
  const day = "'2026-11-24T09:12:00Z'";
  await query(`update identity_review set handed_in_at = ${day}`, []);
  await query(`update identity_check set answered_at = ${day} where state = 'review'`, []);
  await sitDown(stage.context, demo);
  await page.goto(`${demo.baseUrl}/operator/reviews`);
  await page.getByRole("link", { name: "Erika Musterfrau", exact: true }).waitFor();
  await pass("desk-reviews");
  await page.getByRole("link", { name: "Erika Musterfrau", exact: true }).click();
  await page.getByRole("button", { name: t["reviews.approve"], exact: true }).waitFor();
  await show("desk-review");
  // The bar of other scenes counts those that wait.
  await query("delete from identity_review", []);
};

/** Certificates: what was found, one of them, what is missing before it is revoked; and how the authority is. */
export const deskCertificates: PassingScene = async ({ page, at, pass, product, context }) => {
  const { demo } = product;
  const t = words[at.language ?? "en"];
  const [email, phone] = ["f.osterloh@example.org", "+4915123450101"];
  const frieda = { first_name: "Frieda", last_name: "Osterloh", email, phone, password: "Leuchtturm 7!" };
  await certify(demo, frieda);
  await sitDown(context, demo);
  await page.goto(`${demo.baseUrl}/operator/certificates`);
  await page.getByLabel(t["certs.search"]).fill("osterloh");
  const found = page.getByRole("link", { name: "Frieda Osterloh", exact: true }).first();
  await page.getByText(t["certs.found"].replace(" {n}", "")).waitFor();
  await pass("desk-certificates");
  await found.click();
  await page.getByRole("button", { name: t["certs.revoke"], exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await pass("desk-revoke");
  await page.goto(`${demo.baseUrl}/operator/authority`);
  await page.getByRole("heading", { name: t["authority.ends"] }).waitFor();
  await pass("desk-authority");
};
