/**
 * The door of the room `handover`: a signer's phone gives one image to the session on their computer.
 * Trust: whoever has the secret can give one image within ten minutes, and learns nothing; it becomes the signature's only when the
 * session takes it. Whoever reads these tables has no secret: they hold its SHA-256.
 */
export { giveImage, lookAtHandover } from "./give-image.ts";
export { forgetHandovers } from "./handover-store.ts";
export { handoverState, openHandover, takeHandover } from "./open-handover.ts";
