/** Whether a process number is in use; another account's process counts as well. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return fault instanceof Error && "code" in fault && fault.code === "EPERM";
  }
}
