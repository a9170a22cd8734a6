/** Where the image and which name will stand in a signature that is not made yet, so that a page shows it as the file will. */
import { divide } from "@siegel/kernel/forms/picture-and-text.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import { sealHolder } from "../certificates/certificates.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import { type AppearanceFacts, appearanceLines, referenceOf, shownName } from "./signature-appearance.ts";

/** Parts of a box's width and height, from its top left. */
export type ImageArea = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** No act has it; the digits of all are about as wide. */
const anyAct = "00000000";

type Deps = { readonly clock: Clock; readonly shaper: TextShapingPort; readonly zone: string };
type Box = { readonly width: number; readonly height: number };

/** The room for an image beside the words this signer's signature will have, in a box of that many points, and their name there. */
export async function imageArea(
  deps: Deps & { readonly db: Db },
  context: SignerContext,
  box: Box,
): Promise<ImageArea & { readonly name: string }> {
  const { signer } = context;
  // Nobody seals for an organisation that is not verified: until it is, nobody knows the name.
  const name = shownName(signer, (await sealHolder(deps.db, context)) ?? "");
  return { ...areaBeside(deps, { type: signer.type, language: signer.language, name }, box), name };
}

/** The same room, for words with that name. */
export function areaBeside(
  deps: Deps,
  signer: Pick<AppearanceFacts, "type" | "language" | "name">,
  box: Box,
): ImageArea {
  const facts = { ...signer, signedAt: deps.clock.now(), zone: deps.zone, reference: referenceOf(anyAct) };
  const { room } = divide(deps.shaper, box, appearanceLines(facts));
  const [left, bottom, width, height] = room;
  return {
    left: left / box.width,
    top: (box.height - bottom - height) / box.height,
    width: width / box.width,
    height: height / box.height,
  };
}
