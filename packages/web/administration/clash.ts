/** Two people change one record: what the other one changed, and what to do with what was typed here. Pure. */

/** A field that both changed, or that the other one changed alone (`mine` is null). */
export type Clash<Field extends string> = {
  readonly field: Field;
  readonly theirs: string | null;
  readonly mine: { readonly value: string | null } | null;
};

type Values<Field extends string> = Readonly<Record<Field, string | null>>;
/** `base`: as it was read, `draft`: as it stands in the form, `now`: as somebody else left it. */
export type Versions<Field extends string> = {
  readonly base: Values<Field>;
  readonly draft: Values<Field>;
  readonly now: Values<Field>;
};

/** What somebody else changed since it was read; what both wrote alike needs no decision. */
export function clashesOf<Field extends string>(
  fields: readonly Field[],
  { base, draft, now }: Versions<Field>,
): Clash<Field>[] {
  return fields
    .filter((field) => now[field] !== base[field] && now[field] !== draft[field])
    .map((field) => ({
      field,
      theirs: now[field],
      mine: draft[field] === base[field] ? null : { value: draft[field] },
    }));
}

/** The form upon what stands now: what was typed here stays, everything else is theirs. */
export function rebased<Field extends string>(
  fields: readonly Field[],
  { base, draft, now }: Versions<Field>,
): Record<Field, string | null> {
  const kept = fields.map((field) => [field, draft[field] === base[field] ? now[field] : draft[field]] as const);
  return Object.fromEntries(kept) as Record<Field, string | null>;
}

/** The fields that differ. */
export function changedFields<Field extends string>(
  fields: readonly Field[],
  { base, draft }: Pick<Versions<Field>, "base" | "draft">,
): Field[] {
  return fields.filter((field) => draft[field] !== base[field]);
}
