/** Two signers in turn and at the same instant, and one who presses fifty times. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { messagesTo, nextMessage } from "../fixtures/inbox.ts";
import { judge } from "../fixtures/judge-pdf.ts";
import { confirmFiles, logIn, receiveCode, sign, signThrough } from "../fixtures/signer-client.ts";
import { documentShown, openDocument } from "./journey.ts";
import { onePagePdf } from "./pdf.ts";
import { call, download, person, send } from "./sender.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
const url = (created: Awaited<ReturnType<typeof send>>, i: number): string => created.signers[i]?.url ?? "";

/** How many lines of writing stand on the first page's canvas. */
const linesOn = (page: Page): Promise<number> =>
  page
    .locator("canvas")
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const pixels = canvas.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
      let lines = 0;
      let wasDark = false;
      for (let y = 0; y < height; y += 1) {
        let isDark = false;
        for (let at = y * width * 4; at < (y + 1) * width * 4; at += 4) isDark ||= (pixels[at] ?? 255) < 100;
        if (isDark && !wasDark) lines += 1;
        wasDark = isDark;
      }
      return lines;
    });

describe("several signers", () => {
  it("sign in sequence, each invited in turn, and nothing is overwritten [S-147] [T-002]", async () => {
    const [first, second] = [person("a_signature"), person("s_signature")];
    const { demo } = walk.product;
    const created = await send(demo, onePagePdf(), [first, second], { sequential: true });
    await nextMessage(demo.sandboxUrl, first.email, { channel: "mail" });
    expect(await messagesTo(demo.sandboxUrl, second.email, "mail")).toEqual([]);
    await expect(logIn(url(created, 1))).rejects.toThrow("NOT_YOUR_TURN");
    const original = await download(demo, created);
    expect((await signThrough(demo, url(created, 0), "a_signature")).status).toBe("SIGNED");
    await nextMessage(demo.sandboxUrl, second.email, { channel: "mail" });
    const once = await download(demo, created);
    expect((await signThrough(demo, url(created, 1), "s_signature")).status).toBe("FINISHED");
    const twice = await download(demo, created);
    expect(Buffer.compare(once.subarray(0, original.length), original)).toBe(0);
    expect(Buffer.compare(twice.subarray(0, once.length), once)).toBe(0);
    expect(judge(twice)).toMatchObject({
      qpdf: 0,
      signatures: ["Signature is Valid.", "Signature is Valid.", expect.anything()],
    });
  });

  it("see what those before them filled in, at every opening", async () => {
    const { demo } = walk.product;
    const names = ["Vorname", "Nachname", "Ort", "Beruf"];
    const fields = names.map((name, i) => {
      const rect: [number, number, number, number] = [72, 120 + 40 * i, 300, 24];
      return { document: "Mietvertrag.pdf", kind: "text" as const, page: 1, rect, name };
    });
    const people = [person("s_signature", { fields }), person("s_signature")];
    // Without marks, whose words would count as lines.
    const created = await send(demo, onePagePdf(), people, { sequential: true, mark: "none" });
    const first = await logIn(url(created, 0));
    await confirmFiles(first, Object.fromEntries(names.map((name) => [name, "HIMMEL"])));
    await sign(first);
    await walk.withPerson({ viewport: "desktop" }, async ({ page }) => {
      await openDocument({ page }, url(created, 1));
      for (let opening = 0; opening < 4; opening += 1) {
        await page.reload();
        await documentShown({ page });
        await page.getByRole("textbox", { name: "Vorname" }).waitFor({ state: "hidden" });
        await expect.poll(() => linesOn(page), { message: "the heading and the fields" }).toBe(1 + names.length);
      }
    });
  });

  it("sign at the same instant and both signatures are valid [T-009]", async () => {
    const people = [person("a_signature"), person("a_signature")];
    const { demo } = walk.product;
    const created = await send(demo, onePagePdf(), people);
    const ready = await Promise.all(
      people.map(async (_, i) => {
        const signer = await logIn(url(created, i));
        await confirmFiles(signer);
        return { signer, code: await receiveCode(demo.sandboxUrl, signer) };
      }),
    );
    const results = await Promise.all(ready.map(({ signer, code }) => sign(signer, code)));
    expect(results.map((r) => r.status)).toContain("FINISHED");
    expect(judge(await download(demo, created))).toMatchObject({
      qpdf: 0,
      signatures: ["Signature is Valid.", "Signature is Valid.", expect.anything()],
    });
  });

  it("fifty identical calls make one signature and one mail [T-010]", async () => {
    const someone = person("a_signature");
    const { demo } = walk.product;
    const created = await send(demo, onePagePdf(), [someone]);
    const signer = await logIn(url(created, 0));
    await confirmFiles(signer);
    const code = await receiveCode(demo.sandboxUrl, signer);
    const answers = await Promise.all(Array.from({ length: 50 }, () => sign(signer, code)));
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set(["FINISHED"]));
    expect(
      judge(await download(demo, created)).subFilters.filter((name) => name === "ETSI.CAdES.detached"),
    ).toHaveLength(1);
    const finished = /^Unterschrieben: /;
    await nextMessage(demo.sandboxUrl, someone.email, { channel: "mail", about: finished });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const mails = await messagesTo(demo.sandboxUrl, someone.email, "mail");
    expect(mails.filter((mail) => finished.test(mail.subject ?? ""))).toHaveLength(1);
    const report = await call(demo, "GET", `/api/v1/workflows/${created.workflow_id}`);
    expect(report.body.data).toMatchObject({ status: "FINISHED", signers: [{ status: "SIGNED" }] });
  });
});
