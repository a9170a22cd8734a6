/** The section for programs in the browser: ids, and an example that does what it says. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { testPdf } from "../../packages/server/test/test-pdf.ts";
import { administrationDe as de } from "../../packages/web/i18n/administration-de.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const run = promisify(execFile);

describe("the section for programs", () => {
  it("[A-051] [A-053] [A-139] shows the ids with a way to copy them, and examples that run as they stand", async () => {
    const folder = await mkdtemp(join(tmpdir(), "siegel-example-"));
    try {
      await walk.withPerson({ language: "de-DE" }, async ({ page, context }) => {
        const { admin, apiKey, baseUrl } = walk.product.demo;
        if (admin === null) throw new Error("the demo has no administrator");
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        await page.goto(`${baseUrl}/adminLogin`);
        await page.getByLabel(de["adminLogin.email"]).fill(admin.email);
        await page.getByLabel(de["adminLogin.password"], { exact: true }).fill(admin.password);
        await page.getByRole("button", { name: de["adminLogin.submit"], exact: true }).click();
        await page.getByRole("link", { name: de["section.api"], exact: true }).click();
        await page.waitForURL(/\/admin\/api$/);
        await page.getByText(`${baseUrl}/api/v1`, { exact: true }).waitFor();
        const copied = async (label: string): Promise<string> => {
          await page.getByRole("button", { name: label, exact: true }).click();
          await page.getByText(de["admin.copied"]).first().waitFor();
          return await page.evaluate(() => navigator.clipboard.readText());
        };
        const license = await copied(de["apiInfo.copy"].replace("{name}", de["apiInfo.license"]));
        expect(license).toMatch(/^[0-9a-z]{26}$/);
        expect(await page.getByRole("banner").innerText()).toContain("SGL-");
        expect(await violationsOf(page)).toEqual([]);

        await writeFile(join(folder, de["apiInfo.fileName"]), await testPdf());
        const shell = await copied(de["apiInfo.copyExample"]);
        await page.getByRole("button", { name: "Node.js", exact: true }).click();
        const program = await copied(de["apiInfo.copyExample"]);
        await writeFile(join(folder, "send.sh"), shell.replace("sgl_…", apiKey));
        await writeFile(join(folder, "send.mjs"), program);
        const env = { ...process.env, SIEGEL_KEY: apiKey };
        const answers = [
          await run("sh", ["send.sh"], { cwd: folder }),
          await run(process.execPath, ["send.mjs"], { cwd: folder, env }),
        ].map(({ stdout }) => JSON.parse(stdout));
        for (const answer of answers)
          expect(answer).toMatchObject({ success: true, data: { status: "OPEN", signers: [{ reference: "a" }] } });
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
