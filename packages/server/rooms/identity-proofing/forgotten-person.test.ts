/** An organisation is forgotten, and with it who was met for it and has nothing else. */
import type { OperatorId } from "@siegel/contract/ids.ts";
import { expect, it } from "vitest";
import { meet } from "../../test/qualified-signer.ts";
import { useQualifiedWorld } from "../../test/qualified-world.ts";
import { forgetIdentifications, personById } from "./identity-proofing.ts";

const house = useQualifiedWorld();

it("[T-061] stays known where a certificate of their own lives on, and is forgotten otherwise", async () => {
  const deps = house.depsOver();
  const { db } = deps;
  const { certificateId } = await meet({ deps });
  const { person_id } = await db
    .selectFrom("signer_certificate")
    .select("person_id")
    .where("certificate_id", "=", certificateId)
    .executeTakeFirstOrThrow();
  const [owner, other] = [person_id ?? "", "other"];
  const at = deps.clock.now();
  const sealed = Buffer.from("sealed");
  await db
    .insertInto("identified_person")
    .values({ person_id: other, email: "b@mail.example", sealed, created_at: at })
    .execute();
  for (const who of [owner, other])
    await db
      .insertInto("identity_case")
      .values({
        case_id: `case of ${who}`,
        kind: "on-site",
        state: "done",
        organisation_id: "left",
        email: "b@mail.example",
        first_name: "Ada",
        last_name: "Löwe",
        language: "de",
        sealed,
        identified_at: at,
        identified_by: "meike" as OperatorId,
        link_id: "link",
        link_hash: `hash of ${who}`,
        link_sent_at: at,
        link_expires_at: at,
        closed_at: at,
        person_id: who,
      })
      .execute();
  await forgetIdentifications(db, "left");
  expect(await personById(deps, owner)).toMatchObject({ firstName: "Ada", birthdate: "1980-05-17" });
  expect(await personById(deps, other)).toBeNull();
});
