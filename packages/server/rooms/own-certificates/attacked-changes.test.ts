/** What somebody tried who wanted more than an identification gives, or who wanted to keep an owner from theirs (docs/decisions/0029). */
import { describe, expect, it } from "vitest";
import type { PasswordBytes } from "../../ports/signing-module.ts";
import { playedIssuer } from "../../test/identified-in-world.ts";
import { meet } from "../../test/qualified-signer.ts";
import { useQualifiedWorld } from "../../test/qualified-world.ts";
import { freshPhone } from "../../test/sent-workflow.ts";
import { heldByMailbox } from "../certificates/certificates.ts";
import { arrive, beginEid, ownersCheckOf } from "../identity-proofing/identity-proofing.ts";
import { askMailCode, askNewPhoneCode, changePassword, changePhone } from "./own-certificates.ts";

const house = useQualifiedWorld();
const from = { ip: "192.0.2.9", userAgent: "test" };

type Deps = Parameters<typeof changePassword>[0] &
  Parameters<typeof changePhone>[0] &
  Parameters<typeof askNewPhoneCode>[0];
const deps = (): Deps => ({
  ...house.depsOver(),
  onFault: (fault) => {
    throw fault.fault;
  },
});

type Met = Awaited<ReturnType<typeof meet>>;
type Purpose = "change_phone" | "change_password";

/** Somebody identified for a certificate; answers the cookie of their browser. */
async function identify(
  { certificateId, email }: Pick<Met, "certificateId" | "email">,
  purpose: Purpose,
  birthdate: string | null = "1980-05-17",
): Promise<string> {
  const card = playedIssuer({ firstNames: "Ada", lastName: "Löwe", birthdate });
  const over = { ...house.depsOver(), eid: card.eid, videoIdent: null, publicUrl: "https://siegel.example" };
  const holder = { firstName: "Ada", lastName: "Löwe", birthdate: "1980-05-17", email };
  const owner = { purpose, certificateId, holderId: "ada", holder };
  const begun = await beginEid(over, { owner, language: "de", isOnPhone: false, browser: null, by: from });
  if (!begun.ok) throw new Error(begun.code);
  await arrive(
    { ...over, onFault: deps().onFault },
    { ref: card.state(), answer: "code=1", browser: begun.browser, by: from },
  );
  return begun.browser;
}

const password = (): PasswordBytes => new TextEncoder().encode("Möwe auf Mast 7!") as PasswordBytes;

describe("an identification that is not enough", () => {
  it.each([
    [null, "review"],
    ["1980", "review"],
    ["1980-05-17", "succeeded"],
    ["1981", "failed"],
  ] as const)("[S-270] a card that says %s of the birthday: %s", async (birthdate, state) => {
    const met = await meet({ deps: house.depsOver() });
    const browser = await identify(met, "change_password", birthdate);
    expect((await ownersCheckOf(house.world.deps.db, browser))?.state).toBe(state);
    const changed = await changePassword(deps(), { browser, password: password(), ...from });
    expect(changed.ok ? "changed" : "code" in changed && changed.code).toBe(
      state === "succeeded" ? "changed" : "IDENTIFICATION_MISSING",
    );
  });

  it("[S-271] a seal is made anew only for who may still act for the organisation", async () => {
    const { db } = house.world.deps;
    const { organisation_id: organisationId } = await db
      .selectFrom("organisation_register")
      .select("organisation_id")
      .executeTakeFirstOrThrow();
    const met = await meet({ deps: house.depsOver() }, { organisationId });
    const list = (email: string) =>
      db
        .updateTable("organisation_register")
        .set({ representatives: JSON.stringify([{ firstName: "Ada", lastName: "Löwe", email }]) })
        .where("organisation_id", "=", organisationId)
        .execute();
    await list("another@hafenwerk.example");
    const browser = await identify(met, "change_password");
    const chosen = () => ({ browser, password: password(), ...from });
    expect(await changePassword(deps(), chosen())).toMatchObject({ ok: false, code: "NOT_A_REPRESENTATIVE" });
    await list(met.email);
    expect(await changePassword(deps(), chosen())).toMatchObject({ ok: true });
  });
});

describe("a phone and a password changed at the same time", () => {
  it("[S-271] [S-272] leave a certificate with the phone that was told", async () => {
    for (let round = 0; round < 4; round++) {
      const met = await meet({ deps: house.depsOver() });
      const phones = await identify(met, "change_phone");
      const passwords = await identify(met, "change_password");
      const phone = freshPhone();
      const asked = { ...from, browser: phones, phone, language: "de", network: from.ip } as const;
      const sent = await askNewPhoneCode(deps(), asked);
      if (!sent.ok) throw new Error(sent.code);
      const { authToken: id, otp } = house.arrived(sent.code.id);
      const [changedPhone, changedPassword] = await Promise.all([
        changePhone(deps(), { ...from, browser: phones, id, otp }),
        changePassword(deps(), { browser: passwords, password: password(), ...from }),
      ]);
      const held = (await heldByMailbox(deps(), met.email)).filter(({ isInUse }) => isInUse);
      expect(held).toHaveLength(1);
      expect(held[0]?.phone).toBe(changedPhone.ok ? phone : met.phone);
      expect(changedPhone.ok || changedPassword.ok).toBe(true);
    }
  });
});

describe("codes to a mailbox", () => {
  it("[S-258] that strangers ask for do not keep its owner from theirs", async () => {
    const limited = { ...deps(), codeLimits: { perNumberPerHour: 2, perAddressPerHour: 1_000 } };
    const ask = async (browser: string, network: string) =>
      await askMailCode(limited, { ...from, email: "ada@mail.example", browser, network, language: "de" });
    for (const browser of ["a", "b"]) expect(await ask(browser, "198.51.100.7")).toMatchObject({ ok: true });
    expect(await ask("c", "198.51.100.7")).toMatchObject({ ok: false, code: "TOO_MANY_REQUESTS" });
    expect(await ask("d", "203.0.113.9")).toMatchObject({ ok: true });
    // Nor is a mailbox flooded from many networks.
    for (let n = 0; n < 17; n++) expect(await ask(`e${n}`, `192.0.2.${n}`)).toMatchObject({ ok: true });
    expect(await ask("f", "192.0.2.99")).toMatchObject({ ok: false, code: "TOO_MANY_REQUESTS" });
  });
});
