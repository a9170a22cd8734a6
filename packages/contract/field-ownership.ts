/**
 * Which signer a form field belongs to. A signer's value fields are named `<signer_id>.<name>`. The whole id with its delimiter is
 * compared, never a bare prefix: "S1" is a prefix of "S10" (decisions.md §7 "Field ownership").
 */

/** ISO 32000-2 §12.7.4.2: partial names are joined by a full stop, so none may contain one. */
const delimiter = ".";

/** The full name of a signer's field, `<signer_id>.<name>`. */
export function ownFieldName(signerId: string, name: string): string {
  return signerId + delimiter + name;
}

const signaturePrefix = "Sig_";

/** The owner in a field's full name: the first part of a value field, or the signer of a signature field; "" for others. */
export function ownerOf(fullName: string): string {
  const end = fullName.indexOf(delimiter);
  if (end !== -1) return fullName.slice(0, end);
  return fullName.startsWith(signaturePrefix) ? fullName.slice(signaturePrefix.length) : "";
}

/** Whether the field with this full name belongs to the signer. */
export function isOwnField(fullName: string, signerId: string): boolean {
  const prefix = signerId + delimiter;
  return (
    signerId !== "" && !signerId.includes(delimiter) && fullName.length > prefix.length && fullName.startsWith(prefix)
  );
}

/** The field's name without its owner; "" if it belongs to another. */
export function nameWithinOwner(fullName: string, signerId: string): string {
  return isOwnField(fullName, signerId) ? fullName.slice(signerId.length + delimiter.length) : "";
}
