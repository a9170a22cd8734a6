/** The web pages: files of packages/web/dist, its index for every address that is a route of the web, the login page as HTML. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { ServerDeps } from "../deps.ts";
import { type BuiltPages, firstHtmlRoutes } from "./signer/first-html.ts";
import { answerUnknownPath } from "./wire/answer-fault.ts";
import { asksForPage } from "./wire/page-address.ts";

const dist = join(import.meta.dirname, "../../web/dist");
const indexPath = join(dist, "index.html");

function cacheControlOf(path: string): string {
  if (path.endsWith(".html")) return "no-store";
  return path.startsWith(join(dist, "assets")) ? "public, max-age=31536000, immutable" : "no-cache";
}

/** Serves the built web. HTML is always asked for again, assets have their content in their name. */
export async function serveWeb(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  if (!existsSync(indexPath)) {
    app.log.warn("the web pages are not built (npm run start does that); only the API answers");
    app.setNotFoundHandler(answerUnknownPath);
    return;
  }
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    cacheControl: false,
    // Compressed when the pages were built (packages/web/vite.config.ts), where a browser takes it.
    preCompressed: true,
    // What the build says to us, the manifest and the program of the first HTML, is no page.
    dotfiles: "ignore",
    setHeaders: (response, path) => {
      response.header("cache-control", cacheControlOf(path));
    },
  });
  const sendIndex = (reply: FastifyReply): FastifyReply =>
    reply.header("cache-control", "no-store").sendFile("index.html", { cacheControl: false });
  // The file handler answers 403 for a folder without an index.
  if (!(await serveFirstHtml(app, deps)))
    app.get("/", { schema: { hide: true } }, (_request, reply) => sendIndex(reply));
  // One handler for both: a path without a file extension is a route of the web, the rest is missing.
  app.setNotFoundHandler((request, reply) =>
    asksForPage(request) ? sendIndex(reply) : answerUnknownPath(request, reply),
  );
}

/** Whether there is any. */
async function serveFirstHtml(app: FastifyInstance, deps: ServerDeps): Promise<boolean> {
  const program = join(dist, ".server/first-html.js");
  // The pages work without it, later: the application asks for what the first HTML would have said.
  if (!existsSync(program)) {
    app.log.warn("the web pages are of an older build, without the first HTML");
    return false;
  }
  const { renderFirstHtml: render } = await import(pathToFileURL(program).href);
  const index = await readFile(indexPath, "utf8");
  await app.register(async (scope) => firstHtmlRoutes(scope, deps, { index, render } satisfies BuiltPages));
  return true;
}
