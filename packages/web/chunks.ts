/**
 * Which modules travel in one file. Left to itself the bundler makes a file of every set of modules that two pages share: sixteen for one
 * page, many of a few hundred bytes, each with a header of its own and its turn on one of a browser's six connections.
 */
import { fileURLToPath } from "node:url";
import type { Rolldown } from "vite";

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const root = fileURLToPath(new URL(".", import.meta.url));
const routes = `${root}routes.tsx`;
/** What every signer walks through. */
const pages = ["credentials/credentials", "documents/documents", "authenticate/authenticate"].map(
  (page) => `${root}journey/${page}-page.tsx`,
);

/** What people with an account see before they are in. */
const entrancePages = ["login", "oidc", "forgot", "reset", "confirm", "new-email", "invitation", "register"].map(
  (page) => `${root}administration/entrance/${page}-page.tsx`,
);

/**
 * The files but those of single pages: what the login page is made of, what the journey shares, what the ways to an account share, and
 * pages that few people see: the name of each file stands in the routes, which every signer loads.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: "base", tags: ["$initial"] },
  { name: (id, graph) => (isShared(id, graph) ? "shared" : null), debugName: "shared" },
  { name: (id, graph) => (isLent(id, graph) ? "steps" : null), debugName: "steps" },
  { name: (id, graph) => (isOfCode(id, graph) ? "code" : null), debugName: "code" },
  { name: (id, graph) => (isOfQualified(id, graph) ? "qualified" : null), debugName: "qualified" },
  { name: (id) => (/\/uqr\/|\/frame\/qr-code\.tsx$/.test(id) ? "qr-code" : null), debugName: "qr-code" },
  ...(
    [
      ["identity", isOfIdentity],
      // A signer's pages of identification by ID card and by video.
      ["identification", (id: string) => id.startsWith(`${root}journey/authenticate/identif`)],
      ["owner", isOfOwner],
      ["legal", isOfLegal],
      // Seen once in a long while, all but the login.
      ["accounts", (id: string) => entrancePages.slice(1).includes(id)],
      ["summary", (id: string) => id.startsWith(`${root}journey/summary/`)],
      // What owners and operators share: a few hundred bytes each.
      ["certificates", (id: string) => /\/(certificate-reasons\.ts|frame\/(serial-text|contacts)\.tsx)$/.test(id)],
    ] as const
  ).map(([name, isOfIt]) => ({
    name: (id: string) => (isOfIt(id) ? name : null),
    debugName: name,
    // Not what other pages share with them: those would load all of it. None of that reaches back.
    includeDependenciesRecursively: false,
  })),
  {
    name: (id, graph) => (isOfEntrance(id, graph) ? "entrance" : null),
    debugName: "entrance",
    // Not what other pages share with them: a signer's page would wear the administration's style sheet.
    includeDependenciesRecursively: false,
  },
];

/** What the page of the documents has in common with others: some parts of a few hundred bytes. */
function isLent(id: string, graph: Graph): boolean {
  const page = `${root}journey/documents/documents-page.tsx`;
  if (id === page || !id.startsWith(root)) return false;
  const read = reachedFrom(page, graph);
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
  return read.has(id) && [...importers, ...dynamicImporters].some((user) => !read.has(user));
}

/** The page that asks for a code, with the parts and texts that a qualified signer's pages take from it: else those were one file more. */
function isOfCode(id: string, graph: Graph): boolean {
  return reachedFrom(`${root}journey/authenticate/authenticate-page.tsx`, graph).has(id);
}

/** A qualified signer sees several of these pages, one after the other: what they are made of, and not they, by whose names shells find them. */
function isOfQualified(id: string, graph: Graph): boolean {
  const pages = ["choice", "code"].map((page) => `${root}journey/authenticate/qualified/${page}-page.tsx`);
  return id.startsWith(root) && !pages.includes(id) && pages.some((page) => reachedFrom(page, graph).has(id));
}

/** What signers and owners share who identify themselves: parts, calls and texts. Who goes that way sees most of them. */
function isOfIdentity(id: string): boolean {
  const parts = ["identity/", "api/identification-", "i18n/identification-", "ui/identification-"];
  return parts.some((part) => id.startsWith(root + part));
}

/** Owners of certificates, with their calls: as the entrance, below. */
function isOfOwner(id: string): boolean {
  const parts = ["owner/", "api/owner-", "i18n/owner-identity-"];
  const isPart = parts.some((part) => id.startsWith(root + part)) || id.endsWith("/contract/owners-purposes.ts");
  return isPart && id !== `${root}owner/routes.tsx`;
}

/** The pages for everybody: as the entrance, below. */
function isOfLegal(id: string): boolean {
  return id.startsWith(`${root}legal/`) && id !== `${root}legal/routes.tsx`;
}

/** The names of their files stand in the routes, which every signer loads: one name is lighter than ten. */
function isOfEntrance(id: string, graph: Graph): boolean {
  if (!id.startsWith(`${root}administration/`)) return false;
  return entrancePages.filter((page) => reachedFrom(page, graph).has(id)).length > 1;
}

function isShared(id: string, graph: Graph): boolean {
  // They have a file of their own, by which it is found in the build.
  if (id.endsWith("/routes.tsx") || id === `${root}root-route.tsx`) return false;
  return reachedFrom(routes, graph).has(id) || pages.filter((page) => reachedFrom(page, graph).has(id)).length > 1;
}

/** A module and everything it imports, but for what it fetches later. */
function reachedFrom(start: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set([start]);
  // A set goes on with what is added while it is walked.
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}
