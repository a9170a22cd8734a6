/** What becomes of entries that cannot be stored at once. */
import { type At, button, openDocument, say, unfoldFields } from "../journey.ts";
import { type PassingScene, sent } from "./stage.ts";

const place = (at: At) =>
  at.page.getByRole("complementary", { name: say(at, "viewer.fields") }).getByLabel("Ort", { exact: true });
const saved = (at: At): Promise<void> =>
  at.page
    .locator(".save-word")
    .getByText(new RegExp(`^${say(at, "viewer.saved", { time: "" }).trim()}`))
    .waitFor({ state: "attached" });

/** Not writable, changed elsewhere meanwhile, without a network, asked for patience, and not to be had at all. */
export const entries: PassingScene = async (stage) => {
  const { page, at, pass, context } = stage;
  const { url } = await sent(stage, "s_signature");
  await openDocument(at, url);
  const elsewhere: At = { ...at, page: await context.newPage() };
  await openDocument(elsewhere, url);
  await unfoldFields(elsewhere);
  await place(elsewhere).fill("Kiel");
  await saved(elsewhere);
  await elsewhere.page.close();
  await unfoldFields(at);
  await place(at).fill("Lübeck");
  await page.getByText(say(at, "entry.changed", { mine: "Lübeck", theirs: "Kiel" })).waitFor();
  await pass("entry-changed-elsewhere");
  await button(at, "entry.keepMine").click();
  await saved(at);
  await place(at).fill("Kiel 🖋");
  await page
    .getByText(say(at, "Responses.FIELD_CHARACTERS_UNKNOWN", { what: "🖋" }))
    .first()
    .waitFor();
  await pass("entry-not-writable");
  await context.setOffline(true);
  await place(at).fill("Hamburg");
  await page.getByText(say(at, "viewer.offlineLead")).waitFor();
  await pass("entry-offline");
  await page.route("**/api/files/updateXFDF/", (route) => {
    const body = JSON.stringify({ success: false, code: "TOO_MANY_REQUESTS", data: [] });
    return route.fulfill({ status: 429, headers: { "retry-after": "120" }, contentType: "application/json", body });
  });
  await context.setOffline(false);
  await place(at).fill("Hamburg-Altona");
  await page.getByText(say(at, "entry.waiting")).waitFor();
  await pass("entry-waiting", { underWay: true });
  await page.route("**/api/files/getWorkflowFiles", (route) => route.abort());
  await page.reload();
  await button(at, "frame.tryAgain").waitFor();
  await pass("not-loaded");
};
