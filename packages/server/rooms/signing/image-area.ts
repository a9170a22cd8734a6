/** Where the image and which words will stand in a signature that is not made yet, so that a page shows it as the file will. */
import type { PictureBox } from "@siegel/kernel/forms/picture-and-text.ts";
import { roomInLook } from "@siegel/kernel/forms/signature-look.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import { brandingOf } from "../accounts/accounts.ts";
import { sealHolder } from "../certificates/certificates.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import { type AppearanceFacts, appearanceLines, referenceOf, shownName } from "./signature-appearance.ts";

/** Parts of a box's width and height, from its top left. */
type Part = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** The image's part of the box, the ring's, where there is room for one, and the words as they would be now: line by line, in letters of a part of its height. */
export type ImageArea = Part & { readonly ring: Part | null; readonly lines: string[]; readonly size: number };

/** No act has it; the digits of all are about as wide. */
const anyAct = "00000000";
/** Its reference, or what a break left of it on a line; a page shows dots instead. */
const ofAnyAct = /[0-]{4,}/;

type Deps = { readonly clock: Clock; readonly shaper: TextShapingPort; readonly zone: string };
type Box = { readonly width: number; readonly height: number };

/** The room for an image beside the words this signer's signature will have, in a box of that many points, those words, and the name in them. */
export async function imageArea(
  deps: Deps & { readonly db: Db },
  context: SignerContext,
  box: Box,
): Promise<ImageArea & { readonly name: string }> {
  const { signer, workflow } = context;
  // There is no sealing for an organisation that is not verified: until then the name is unknown.
  const name = shownName(signer, (await sealHolder(deps.db, context)) ?? "");
  const { timeZone } = await brandingOf(deps.db, workflow.organisationId);
  const { language } = workflow;
  const inZone = { ...deps, zone: timeZone ?? deps.zone };
  return { ...areaBeside(inZone, { type: signer.type, language, name }, box), name };
}

/** The same room, for words with that name. */
export function areaBeside(
  deps: Deps,
  signer: Pick<AppearanceFacts, "type" | "language" | "name">,
  box: Box,
): ImageArea {
  const facts = { ...signer, signedAt: deps.clock.now(), zone: deps.zone };
  const texts = appearanceLines({ ...facts, reference: referenceOf(anyAct) });
  const { room, ring, lines } = roomInLook(deps.shaper, box, texts);
  return {
    ...partOf(box, room),
    ring: ring && partOf(box, ring),
    lines: lines.map(({ said }) => said.replace(ofAnyAct, "…")),
    size: (lines[0]?.text.sizePt ?? 0) / box.height,
  };
}

const partOf = (box: Box, [left, bottom, width, height]: PictureBox): Part => ({
  left: left / box.width,
  top: (box.height - bottom - height) / box.height,
  width: width / box.width,
  height: height / box.height,
});
