/** Every state between the screens of a journey, as everybody can read and use it (WCAG 2.2 AA). */
import { looksAt } from "../looked-at.ts";
import { passingScenes } from "../scenes/scenes.ts";

looksAt(passingScenes);
