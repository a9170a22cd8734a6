/** The first page of quick login: whose documents are being opened, before anybody is logged in. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type FirstHtml, first_html_id } from "@siegel/contract/first-html.ts";
import { en } from "@siegel/web/i18n/en.ts";
import { expect, it } from "vitest";
import { create, signer } from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
const built = existsSync(join(import.meta.dirname, "../../../web/dist/.server/first-html.js"));

it.skipIf(!built)(
  "names the organisation, nobody else, and hands that over (skipped while the web is not built)",
  async () => {
    const created = await create(server.current(), { signers: [signer("a", "a_signature")], quick_login: true });
    const { pathname } = new URL(created.signers[0]?.url ?? "");
    const html = await (await fetch(server.current().url + pathname)).text();
    const [, json = "null"] = new RegExp(`id="${first_html_id}">(.*?)</script>`).exec(html) ?? [];
    const { page }: FirstHtml = JSON.parse(json);
    if (page.kind !== "quick") throw new Error("it is not the page of quick login");
    const { name } = page.checked.whitelabeling_pack;
    expect(name).toMatch(/^Hafenwerk/);
    expect(html).toContain(`<title>${en["quick.title"]} · ${name}`);
    expect(html).toContain(en["quick.lead"].replace("{name}", name));
    expect(html).not.toMatch(/Erika|Mustermann|a@example\.org|lease\.pdf/);
  },
);
