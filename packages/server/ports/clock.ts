/** What time it is, in UTC. The only source of time for rooms; never throws. */
export type Clock = { readonly now: () => Date };
