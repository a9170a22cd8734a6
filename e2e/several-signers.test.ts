/** Two signers in turn and at the same instant, and one who presses fifty times. */
import { describe, expect, it } from "vitest";
import { messagesTo, nextMessage } from "../fixtures/inbox.ts";
import { judge } from "../fixtures/judge-pdf.ts";
import { confirmFiles, logIn, receiveCode, sign, signThrough } from "../fixtures/signer-client.ts";
import { onePagePdf } from "./pdf.ts";
import { call, download, person, send } from "./sender.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
const url = (created: Awaited<ReturnType<typeof send>>, i: number): string => created.signers[i]?.url ?? "";

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
    const finished = /^Alle haben unterschrieben/;
    await nextMessage(demo.sandboxUrl, someone.email, { channel: "mail", about: finished });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const mails = await messagesTo(demo.sandboxUrl, someone.email, "mail");
    expect(mails.filter((mail) => finished.test(mail.subject ?? ""))).toHaveLength(1);
    const report = await call(demo, "GET", `/api/v1/workflows/${created.workflow_id}`);
    expect(report.body.data).toMatchObject({ status: "FINISHED", signers: [{ status: "SIGNED" }] });
  });
});
