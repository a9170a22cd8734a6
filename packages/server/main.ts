/** `npm start`: one process that does everything. The others start with `siegel web`, `worker` and `authority` (cli/siegel.ts). */
import { startProcess } from "./start-process.ts";

await startProcess("all", process.env);
