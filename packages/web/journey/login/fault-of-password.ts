/** What stands under the password: why it was refused, or that one is needed where the field was left without. */
export function faultOfPassword(field: {
  readonly value: string;
  /** Whether the person has been in the field and gone on. */
  readonly left: boolean;
  readonly refused: string | null;
  /** The sentence of a required field (signer-side.md §5). */
  readonly required: string;
}): string | null {
  if (field.refused !== null) return field.refused;
  return field.left && field.value === "" ? field.required : null;
}
