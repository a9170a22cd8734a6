/** The reader of DER (X.690): what it accepts has this one encoding. */
import { contentOf, DerError, type DerNode, encodingOf, parseDer, TAG } from "../../packages/kernel/asn1/der.ts";
import {
  encodeElement,
  encodeInteger,
  encodeNamedBits,
  encodeOid,
  encodeUnsigned,
} from "../../packages/kernel/asn1/der-writer.ts";
import { integerOf, namedBitsOf, oidOf, textOf } from "../../packages/kernel/asn1/structure.ts";
import {
  encodeGeneralizedTime,
  encodeTime,
  parseGeneralizedTime,
  parseTime,
} from "../../packages/kernel/asn1/times.ts";
import { mutateDer } from "../mutate/mutate-der.ts";
import { structuresOf } from "../seeds/structures.ts";
import { mustHold, readThenJudge, type Target, unlessRefused } from "../target.ts";

/** Target `der`. */
export const der: Target = {
  name: "der",
  seeds: structuresOf("certificates", "lists", "statusResponses", "tokens"),
  mutate: mutateDer,
  run: readThenJudge(DerError, parseDer, (node, input) => {
    mustHold(same(rebuild(node), input), "written again it is the same");
    visit(node);
  }),
};

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

function rebuild(node: DerNode): Uint8Array {
  const isConstructed = (node.tag & 0x20) !== 0;
  return isConstructed
    ? encodeElement(node.tag, ...node.children.map(rebuild))
    : encodeElement(node.tag, contentOf(node));
}

/** Reads every value by its type; what is read is written as it stood. */
function visit(node: DerNode): void {
  for (const child of node.children) visit(child);
  const encoding = encodingOf(node);
  const written = (make: () => Uint8Array): void => {
    unlessRefused(DerError, () =>
      mustHold(same(make(), encoding), `a value of tag ${node.tag} is written as it was read`),
    );
  };
  if (node.tag === TAG.integer) {
    written(() => encodeInteger(integerOf(node)));
    if (integerOf(node) >= 0n) written(() => encodeUnsigned(contentOf(node)));
  }
  if (node.tag === TAG.objectIdentifier) written(() => encodeOid(oidOf(node)));
  if (node.tag === TAG.bitString) written(() => encodeNamedBits(namedBitsOf(node)));
  if (node.tag === TAG.utcTime) written(() => encodeTime(parseTime(node)));
  if (node.tag === TAG.generalizedTime) written(() => encodeGeneralizedTime(parseGeneralizedTime(node)));
  if (node.tag === TAG.utf8String) written(() => encodeElement(node.tag, Buffer.from(textOf(node), "utf8")));
  if (node.tag === TAG.bmpString) written(() => encodeElement(node.tag, Buffer.from(textOf(node), "utf16le").swap16()));
}
