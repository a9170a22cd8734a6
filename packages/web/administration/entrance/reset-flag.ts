/** Whether a link to a new password was asked for in this browser within its life: a cookie of 30 minutes says so (admin-side.md §2). */
export const wasLinkAskedFor = (): boolean => /(^|; )(__Host-)?siegel_reset=1(;|$)/.test(document.cookie);
