/** Identification by an ID card that an issuer reads (OpenID Connect), over HTTP (docs/flows/identification.md). */
import { eid_return_path } from "@siegel/contract/identification.ts";
import { describe, expect, it } from "vitest";
import { type Jar, open } from "../../../../fixtures/identified-browser.ts";
import { useCodeWorld } from "../../test/code-signer.ts";
import { comeBack, type Identifying, sendUnknown, startCard } from "../../test/identified-signer.ts";

const world = useCodeWorld({ SIEGEL_EID: "oidc" });

const card = {
  ...{ first_names: "Erika", last_name: "Mustermann", birth_name: "Gabler", birthdate: "1964-08-12" },
  ...{ nationality: "DE", country: "DE", document: "id_card", valid_until: "2035-07-31", outcome: "succeed" },
};

/** Lets the issuer read the card; answers the address that it sends the browser back to. */
async function readCardAt(link: string): Promise<string> {
  const jar: Jar = new Map();
  let url = link;
  while (new URL(url).pathname !== eid_return_path) {
    const page = await open(url, { jar });
    const next = page.status === 200 ? await open(url, { jar, form: card }) : page;
    expect([302, 303]).toContain(next.status);
    url = next.location;
  }
  return url;
}

/** What the return page is told when the browser is back. */
async function cameBack(signer: Identifying, back: string) {
  const { location } = await open(back, { jar: signer.jar });
  const answer = await comeBack(world.server, signer.jar, { code: new URL(location).searchParams.get("code") });
  return answer.body.data;
}

describe("an identification by an issuer", () => {
  it("[S-204] ends where the issuer is away when the browser is back, and may be begun again", async () => {
    const signer = await sendUnknown(world.server);
    const back = await readCardAt(await startCard(world.server, signer));
    await world.sandbox.spoil("eid", "down");
    expect(await cameBack(signer, back)).toMatchObject({ state: "failed", failure: "PROVIDER", first_name: null });
    const again = await readCardAt(await startCard(world.server, signer));
    expect(await cameBack(signer, again)).toMatchObject({ state: "succeeded", first_name: "Erika" });
  });
});
