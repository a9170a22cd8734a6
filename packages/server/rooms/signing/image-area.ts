/** Where the image will stand in a signature that is not made yet, so that a page shows it as the file will. */
import { divide } from "@siegel/kernel/pdf/picture-and-text.ts";
import type { Clock } from "../../ports/clock.ts";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import { appearanceLines, referenceOf } from "./signature-appearance.ts";

/** Parts of a box's width and height, from its top left. */
export type ImageArea = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** No act has it; the digits of all are about as wide. */
const anyAct = "00000000";

/** The room for an image beside the words this signer's signature will have, in a box of that many points. */
export function imageArea(
  deps: { readonly clock: Clock; readonly shaper: TextShapingPort; readonly zone: string },
  { signer }: SignerContext,
  box: { readonly width: number; readonly height: number },
): ImageArea {
  const { type, language, organisation, firstName, lastName } = signer;
  const name = type === "a_seal" ? (organisation ?? "") : `${firstName} ${lastName}`;
  const facts = { type, language, name, signedAt: deps.clock.now(), zone: deps.zone, reference: referenceOf(anyAct) };
  const { room } = divide(deps.shaper, box, appearanceLines(facts));
  const [left, bottom, width, height] = room;
  return {
    left: left / box.width,
    top: (box.height - bottom - height) / box.height,
    width: width / box.width,
    height: height / box.height,
  };
}
