/**
 * A process that dies at any query between a provider's answer and our row (docs/flows/identification.md, "From the options to the
 * result"): the identification ends once, with what the provider knows, and the person can go on or begin again.
 */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Db } from "../../db/database.ts";
import type { EidServer } from "../../ports/eid.ts";
import type { VideoIdentProvider } from "../../ports/video-ident.ts";
import { crashAt, type Moment } from "../../test/crash-at-every-query.ts";
import { ida, sendToIda } from "../../test/signer-ida.ts";
import { nth, type Sent } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { verifyTrail } from "../audit-trail/audit-trail.ts";
import { arrive, beginEid, beginVideo, fetchToken, identitySecret, settleCheck } from "./identity-proofing.ts";

const world = useSigningWorld();
const secret = identitySecret(randomBytes(32));
const by = { ip: "192.0.2.7", userAgent: "test" };

/** Tells an identity once, and then knows nothing of the session, as TR-03130 wants it. */
function forgetfulServer(): EidServer {
  const told = new Set<string>();
  return {
    kind: "server",
    name: "eid.example",
    open: async () => {
      const id = randomBytes(8).toString("hex");
      return {
        kind: "opened",
        session: { id, serverAddress: "https://eid.example", sessionIdentifier: id, psk: null },
      };
    },
    clientLink: (tokenUrl) => tokenUrl,
    token: ({ refreshUrl }) => refreshUrl,
    result: async ({ id }) => {
      if (told.has(id)) return { state: "failed", why: "PROVIDER", evidence: null };
      told.add(id);
      return ida;
    },
  };
}

/** Answers the same however often it is asked. */
function video(): { readonly provider: VideoIdentProvider; readonly returnUrls: string[] } {
  const returnUrls: string[] = [];
  const provider: VideoIdentProvider = {
    name: "video.example",
    begin: async ({ reference, returnUrl }) => {
      returnUrls.push(returnUrl);
      return { kind: "begun", uuid: reference, url: "https://video.example" };
    },
    readHook: () => null,
    result: async () => ida,
  };
  return { provider, returnUrls };
}

const eid = forgetfulServer();
const { provider: videoIdent, returnUrls } = video();
const deps = (db?: Db) => ({
  ...(db === undefined ? world.deps : world.depsOver(db)),
  identitySecret: secret,
  eid,
  videoIdent,
  publicUrl: "https://siegel.example",
});

const lastOf = (url: string): string => url.split("/").at(-1) ?? "";
const refOf = (url = ""): string => new URL(url).searchParams.get("ref") ?? "";

/** Begins, and answers what the provider sends the browser back with. */
const routes = {
  eid: async (begin: Parameters<typeof beginEid>[1]) => {
    const begun = await beginEid(deps(), begin);
    if (!begun.ok) throw new Error(begun.code);
    const fetched = await fetchToken(deps(), { secret: lastOf(begun.url), infoFor: () => "" });
    if (!fetched.ok) throw new Error("no token");
    return { browser: begun.browser, ref: refOf(fetched.token) };
  },
  video: async (begin: Parameters<typeof beginEid>[1]) => {
    const begun = await beginVideo(deps(), begin);
    if (!begun.ok) throw new Error(begun.code);
    return { browser: begun.browser, ref: refOf(returnUrls.at(-1)) };
  },
} as const;

const checksOf = ({ workflowId }: Sent) =>
  world.deps.db.selectFrom("identity_check").selectAll().where("workflow_id", "=", workflowId).execute();
const endsOf = async ({ workflowId }: Sent): Promise<readonly string[]> => {
  const types = ["identification.succeeded", "identification.failed"];
  const events = world.deps.db.selectFrom("audit_event").select("type").where("workflow_id", "=", workflowId);
  return (await events.where("type", "in", types).execute()).map(({ type }) => type);
};

/** Kills the arrival at its n-th query; false: it was over before. */
async function killAt(route: keyof typeof routes, { n, moment }: { readonly n: number; readonly moment: Moment }) {
  const when = `${route}: ${moment} query ${n}`;
  const { sent, beginning: begin } = await sendToIda(world);
  const { browser, ref } = await routes[route](begin);
  const { plugin, asked } = crashAt(n, moment);
  await arrive(deps(world.deps.db.withPlugin(plugin)), { ref, browser, by }).catch(() => "dead");
  // The next process takes over when the turn of the dead one is over: the page that polls, the address once more, or the timer.
  world.wait(21_000);
  await arrive(deps(), { ref, browser, by });
  const checkId = nth(await checksOf(sent), 0).check_id;
  const check = await settleCheck(deps(), checkId, { by });
  // Only what a server tells but once may be lost, and then the person is told that it failed.
  const lost = route === "eid" && check?.state === "failed";
  if (!lost) expect(check?.state, when).toBe("succeeded");
  expect(await endsOf(sent), when).toEqual([lost ? "identification.failed" : "identification.succeeded"]);
  if (lost) {
    const again = await routes.eid({ ...begin, browser });
    const arrived = await arrive(deps(), { ...again, by });
    expect(arrived.ok && arrived.check.state, when).toBe("succeeded");
  }
  return { isDead: asked.length >= n, lost };
}

describe("an identification whose process dies when its person comes back", () => {
  it.each([
    ["eid", "before"],
    ["eid", "after"],
    ["video", "before"],
    ["video", "after"],
  ] as const)("[S-210] %s, %s any query: it ends once, and nobody is stuck", async (route, moment) => {
    const lost: number[] = [];
    let n = 1;
    for (; ; n++) {
      const killed = await killAt(route, { n, moment });
      if (killed.lost) lost.push(n);
      if (!killed.isDead) break;
    }
    expect(n).toBeGreaterThan(8);
    // Between the server's answer and the commit of its row, and nowhere else.
    expect(lost.length > 0, `lost at ${lost}`).toBe(route === "eid");
    expect((await verifyTrail(world.deps.db)).faults).toEqual([]);
  });
});
