/** The address of an invitation: the server writes it into mails and answers, the web opens it (signer-side.md §2). */

/** Where a login provider sends browsers back to (contract/calls/oidc.ts); the web's routes say the same. */
export const oidc_return_path = "/oidc";

/** The two ids of a signing link. */
export type LinkIds = { readonly workflow_id: string; readonly signer_id: string };

/** The path that a link opens. */
export function loginPath({ workflow_id, signer_id }: LinkIds): string {
  return `/login/${encodeURIComponent(workflow_id)}/${encodeURIComponent(signer_id)}`;
}

/** The path of quick login. */
export function quickPath({ workflow_id, signer_id }: LinkIds): string {
  return `/quickn8/${encodeURIComponent(workflow_id)}/${encodeURIComponent(signer_id)}`;
}

/**
 * The whole link. `publicUrl` is the service's address without a slash at its end; `quick`: whether the workflow has quick login.
 */
export function loginLink(publicUrl: string, ids: LinkIds, quick: boolean): string {
  return publicUrl + (quick ? quickPath(ids) : loginPath(ids));
}

/** The ids in a link's path and whether it is a quick one; null for any other path. */
export function parseLoginPath(pathname: string): { readonly ids: LinkIds; readonly quick: boolean } | null {
  const parts = /^\/(login|quickn8)\/([^/]+)\/([^/]+)\/?$/.exec(pathname);
  if (parts?.[2] === undefined || parts[3] === undefined) return null;
  try {
    const ids = { workflow_id: decodeURIComponent(parts[2]), signer_id: decodeURIComponent(parts[3]) };
    return { ids, quick: parts[1] === "quickn8" };
  } catch {
    return null; // a broken percent sequence names nothing
  }
}
