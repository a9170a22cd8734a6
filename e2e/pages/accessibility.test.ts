/** Every screen of a journey whose picture is kept, as everybody can read and use it (WCAG 2.2 AA). */
import { looksAt } from "../looked-at.ts";
import { keptScenes } from "../scenes/scenes.ts";

looksAt(keptScenes);
