/** What the rules about imports share (`.dependency-cruiser.cjs`, `server-boundaries.cjs`). */

/** A rule whose breach fails the check. */
const error = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

const test = "\\.test\\.tsx?$";
/** Test files may also reach what sets a test up; they are held to the same order otherwise. */
const testSupport = "^packages/(server|sandbox)/test/";

module.exports = { error, test, testSupport };
