/** What came from outside does not fit, so that nothing of it is taken in. The message is a sentence for an operator. */
export class DoesNotFit extends Error {}
