/** Fifty signers of one document, ten of them with a code, twelve at a time, the last in a browser. */
import { describe, expect, it } from "vitest";
import { nextMessage } from "../fixtures/inbox.ts";
import { judge } from "../fixtures/judge-pdf.ts";
import { signThrough } from "../fixtures/signer-client.ts";
import { type At, button, openDocument, say } from "./journey.ts";
import { onePagePdf } from "./pdf.ts";
import { download, person, send } from "./sender.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
const count = 50;
const atOnce = 12;

describe("fifty signers of one document", () => {
  it("each find their own field and their way, and all signatures are valid", { timeout: 240_000 }, async () => {
    const { demo } = walk.product;
    const people = Array.from({ length: count }, (_, i) => {
      const where = [36 + (i % 5) * 108, 40 + Math.floor(i / 5) * 76, 100, 60] as [number, number, number, number];
      const box = { document: "Mietvertrag.pdf", kind: "signature" as const, page: 1, rect: where };
      return person(i % 5 === 0 ? "a_signature" : "s_signature", { reference: `nr${i}`, fields: [box] });
    });
    const created = await send(demo, onePagePdf(), people);
    const last = count - 1;
    const waiting = created.signers.slice(0, last).map(({ url }, i) => ({ url, type: people[i]?.type ?? "" }));
    const statuses: string[] = [];
    const someone = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
        statuses.push((await signThrough(demo, next.url, next.type)).status);
    };
    await Promise.all(Array.from({ length: atOnce }, someone));
    expect(statuses).toEqual(Array.from({ length: last }, () => "SIGNED"));

    // PostgreSQL breaks one up after a second, and signing is then tried again: it works, slowly, until the tries are used up.
    const deadlocked = "select 1 from pg_stat_database where datname = current_database() and deadlocks > 0";
    expect(await walk.product.query(deadlocked, []), "deadlocks").toBe(0);

    await walk.withPerson({ viewport: "phone" }, async ({ page }) => {
      const at: At = { page };
      await openDocument(at, created.signers[last]?.url ?? "");
      await button(at, "documents.signUnauthorized").click();
      await button(at, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
      await page.getByRole("heading", { level: 1, name: say(at, "summary.finished") }).waitFor({ timeout: 30_000 });
    });

    const { qpdf, signatures, subFilters } = judge(await download(demo, created));
    expect(qpdf).toBe(0);
    const ours = subFilters.flatMap((name, i) => (name === "ETSI.CAdES.detached" ? [signatures[i]] : []));
    expect(ours).toEqual(Array.from({ length: count }, () => "Signature is Valid."));
    // The last one's page spoke English; who signs by the API says nothing of a language.
    const told = [
      [people[0], /^Alle haben/],
      [people[last], /^Everyone has/],
    ] as const;
    for (const [one, about] of told) await nextMessage(demo.sandboxUrl, one?.email ?? "", { channel: "mail", about });
  });
});
