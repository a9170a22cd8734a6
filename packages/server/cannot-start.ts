/** A start that cannot go on; the message is for the person at the terminal, a sentence a line. */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}
