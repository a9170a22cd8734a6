/**
 * The door of the room `handover`: a signer's phone gives one image to the session on their computer.
 * Trust: with the secret, anyone can give one image within ten minutes, and learns nothing about the workflow. The image is used only when
 * the session takes it. The tables contain only the secret's SHA-256.
 */
export { giveImage, lookAtHandover } from "./give-image.ts";
export { forgetHandovers, forgetWorkflow as forgetHandoversOf } from "./handover-store.ts";
export { handoverState, openHandover, takeHandover } from "./open-handover.ts";
