/** What owners prove for who they are once more (docs/decisions/0029). */
export const ownersPurposes = ["revoke", "change_phone", "change_password"] as const;
export type OwnersPurpose = (typeof ownersPurposes)[number];
