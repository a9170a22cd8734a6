/** What became of a mail, as its sender reads it. */
import { workflowId } from "@siegel/contract/ids.ts";
import { describe, expect, it } from "vitest";
import { type Created, call, signer, withKey } from "../../test/api-client.ts";
import { useMailWorld } from "../../test/mail-world.ts";

const world = useMailWorld();

describe("what became of a mail, for its sender", () => {
  const messagesOf = async (created: Created) => (await world.report(created)).signers[0].messages;
  const alone = { signers: [signer("solo", "s_signature", { email: "solo@example.org" })] };

  it("shows that the mail server refused it, in its words", async () => {
    await world.untilQuiet();
    await world.sandbox.spoil("mail", "reject");
    const { created } = await world.send("en", alone);
    await expect
      .poll(() => messagesOf(created), { timeout: 10_000 })
      .toEqual([
        { kind: "invitation", status: "refused", at: expect.any(String), reason: expect.stringContaining("550") },
      ]);
    const list = await call(world.server, "GET", "/api/v1/workflows?limit=1", { headers: withKey(world.server) });
    expect(list.body.data.workflows[0].signers[0].messages).toEqual(await messagesOf(created));
  });

  it("shows that it waits, that it was given up, and that nobody knows", async () => {
    const { created } = await world.send("en", alone);
    await expect.poll(() => messagesOf(created), { timeout: 10_000 }).toMatchObject([{ status: "sent" }]);
    const { db } = world.server.deps;
    const id = workflowId.parse(created.workflow_id);
    const becomes = async (change: object) => {
      await db.updateTable("message").set(change).where("workflow_id", "=", id).execute();
      return (await messagesOf(created)).map(({ at: _, ...rest }: { at: string }) => rest);
    };
    const away = "The mail server could not be reached, or did not answer.";
    const queued = { state: "queued", settled_at: null, last_error: null, reply: null } as const;
    const kind = "invitation";
    expect(await becomes(queued)).toEqual([{ kind, status: "queued" }]);
    expect(await becomes({ last_error: "connect ECONNREFUSED 10.0.0.5:587" })).toEqual([
      { kind, status: "queued", reason: away },
    ]);
    const settled_at = world.server.clock.now();
    expect(await becomes({ state: "given_up", settled_at })).toEqual([{ kind, status: "given_up", reason: away }]);
    expect(await becomes({ reply: `450 <solo@example.org> ${created.signers[0]?.signer_id} later` })).toEqual([
      { kind, status: "given_up", reason: "450 <‹address›> … later" },
    ]);
    expect(await becomes({ unanswered: 1, reply: null })).toEqual([
      {
        kind,
        status: "unconfirmed",
        reason: "The mail server's answer was lost: it may have taken the mail.",
      },
    ]);
    expect(await becomes({ state: "dropped", unanswered: 0 })).toEqual([]);
  });
});
