/** Blue-black, as of a pen: told from print, and dark on every copy. */
export const inkColour = "#16245c";
