/** Starts the web. The login page comes without router and query cache, so that it is there at once; both follow when it is done. */
import { parseLoginPath } from "@siegel/contract/login-link.ts";
import { createRoot, type Root } from "react-dom/client";
import { onLeave } from "./api/client.ts";
import { followUser } from "./i18n/follow-user.ts";
import { LoginPage } from "./journey/login/login-page.tsx";
import { QuickPage } from "./journey/login/quick-page.tsx";
import { paths } from "./paths.ts";
import { readUser } from "./session.ts";

async function showJourney(root: Root): Promise<void> {
  const { Journey } = await import("./journey/journey.tsx");
  root.render(<Journey />);
}

async function start(): Promise<void> {
  const element = document.getElementById("app");
  if (element === null) throw new Error("index.html has no #app");
  const root = createRoot(element);
  const link = parseLoginPath(window.location.pathname);
  await followUser(link === null ? readUser() : null);
  if (link === null) return showJourney(root);
  const onward = (path: string): void => {
    window.history.pushState(null, "", path);
    void showJourney(root);
  };
  onLeave(() => onward(paths.root));
  const Page = link.quick ? QuickPage : LoginPage;
  root.render(<Page at={link.ids} onward={onward} />);
}

void start();
