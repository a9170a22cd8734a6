/** Under which name it is kept who is logged in at the desk; everything else of the desk is below `desk`. */
export const sessionKey = ["operator-session"] as const;
