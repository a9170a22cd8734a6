/** Lays long values out in their fields, in a process that can be ended at any time. An entry point, like main.ts. */
import { openTextShaping } from "../adapters/fonts/text-shaping.ts";
import { measureValues, type Written } from "../rooms/documents/measure-values.ts";
import { serveTasks } from "./serve-tasks.ts";

const shaper = openTextShaping();

serveTasks((written: readonly Written[]) => measureValues(shaper, written));
