/** An image in the signature that somebody else put there: it is signed once it was seen, and not before. */
import { describe, expect, it } from "vitest";
import { wavePng } from "../../fixtures/signature-picture.ts";
import { confirmFiles, logIn as logInApart } from "../../fixtures/signer-client.ts";
import { askForCode, button, confirmDetails, documentShown, logIn, say, signWith } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const box = { document: "Mietvertrag.pdf", kind: "signature", page: 1, rect: [72, 400, 240, 80] } as const;
const withBox = { fields: [{ ...box, rect: [...box.rect] as [number, number, number, number] }] };

/** Whoever has the link puts an image into the signature; answers its id. */
async function putByAnother(link: string, confirms = false): Promise<string> {
  const another = await logInApart(link);
  const { data } = await another.call("PUT", "files/signatureImage", { image: wavePng() });
  if (confirms) await confirmFiles(another);
  return (data as { id: string }).id;
}

describe("an image that another put into the signature", { timeout: 90_000 }, () => {
  it("is not claimed as shown while it does not load; asked for again it is there, and signed [T-012]", async () => {
    const signer = person("a_signature", withBox);
    const created = await send(walk.product.demo, onePagePdf(), [signer], { quick_login: true });
    const link = created.signers[0]?.url ?? "";
    const image = await putByAnother(link);
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      const claimed: unknown[] = [];
      page.on("request", (request) => {
        if (!request.url().endsWith("/auth/getSMS")) return;
        const { files } = request.postDataJSON() as { files: { signature_image?: unknown }[] };
        claimed.push(...files.map(({ signature_image }) => signature_image));
      });
      let away = true;
      await page.route("**/api/files/signatureImage", (route) => (away ? route.abort() : route.continue()));
      await page.goto(link);
      await page.waitForURL(/\/authenticate$/);
      await button(at, "authenticate.send").click();
      await page.waitForURL(/\/documents/);
      await documentShown(at);
      expect(claimed).toEqual([null]);
      const place = page.getByRole("main").locator("button.pf.sig");
      await page.getByRole("alert").getByText(say(at, "viewer.imageAway")).waitFor();
      expect(await place.getByRole("img").count()).toBe(0);
      expect(await button(at, "frame.next").getAttribute("aria-disabled")).toBe("true");
      away = false;
      await button(at, "frame.tryAgain").click();
      await place.getByRole("img", { name: say(at, "viewer.signatureImageAlt") }).waitFor();
      await button(at, "frame.next").click();
      await page.waitForURL(/\/authenticate$/);
      const code = await askForCode(at, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
      expect(claimed).toEqual([null, image]);
      await signWith(at, code);
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
  });

  it("stands before the way on of several documents that are all confirmed, which leads to it", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature", withBox)], {
      documents: ["Hausordnung.pdf", "Mietvertrag.pdf"].map((name) => ({
        name,
        content: Buffer.from(onePagePdf()).toString("base64"),
      })),
      // In one of them there is no box.
      mark: "none",
    });
    const link = created.signers[0]?.url ?? "";
    await putByAnother(link, true);
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      await logIn(at, link);
      await confirmDetails(at);
      await page.getByText(say(at, "documents.confirmedOf", { n: 1, m: 2 })).waitFor();
      await page.getByText(say(at, "documents.lookAgainAt", { name: "Mietvertrag.pdf" })).waitFor();
      await button(at, "documents.signUnauthorized").press("Enter");
      await page.getByRole("img", { name: say(at, "viewer.signatureImageAlt") }).waitFor();
      await button(at, "frame.back").click();
      await button(at, "documents.signUnauthorized").click();
      await button(at, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
  });
});
