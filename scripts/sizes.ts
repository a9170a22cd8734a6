/** How long files and functions are: 400 and 70 lines, a React component 120. Longer ones need a written reason. */
import ts from "typescript";
import { isTest } from "./tracked-files.ts";

/** Reasons for what is longer, by `path` and by `path#function`. */
export type SizeExceptions = { readonly files: Record<string, string>; readonly functions: Record<string, string> };

/** One file with its text. */
export type SourceFile = { readonly path: string; readonly text: string };

const fileLinesMax = 400;
const functionLinesMax = 70;
const componentLinesMax = 120;

/** Sentences about everything too long, and about exceptions that are needed no more; empty when all is well. */
export function checkSizes(files: readonly SourceFile[], exceptions: SizeExceptions): readonly string[] {
  const longFiles = files
    .map((file) => ({ path: file.path, lines: countLines(file.text) }))
    .filter((file) => file.lines > fileLinesMax);
  const longFunctions = files.filter((file) => !isTest(file.path)).flatMap(findLongFunctions);
  return [
    ...longFiles.filter((file) => !exceptions.files[file.path]).map((file) => `${file.path} has ${file.lines} lines`),
    ...longFunctions
      .filter((long) => !exceptions.functions[long.name])
      .map((long) => `${long.name} (line ${long.line}) has ${long.lines} lines`),
    ...unneeded(
      exceptions.files,
      longFiles.map((file) => file.path),
    ),
    ...unneeded(
      exceptions.functions,
      longFunctions.map((long) => long.name),
    ),
  ];
}

const countLines = (text: string): number => text.replace(/\n$/, "").split("\n").length;

const unneeded = (reasons: Record<string, string>, needed: readonly string[]): string[] =>
  Object.keys(reasons)
    .filter((name) => !needed.includes(name))
    .map((name) => `${name} needs its exception no more`);

type LongFunction = { readonly name: string; readonly line: number; readonly lines: number };

function findLongFunctions(file: SourceFile): LongFunction[] {
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
  const found: LongFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const lines = source.getLineAndCharacterOfPosition(node.getEnd()).line - first + 1;
      const name = functionName(node);
      const isComponent = file.path.endsWith(".tsx") && /^[A-Z]/.test(name);
      if (lines > (isComponent ? componentLinesMax : functionLinesMax)) {
        found.push({ name: `${file.path}#${name}`, line: first + 1, lines });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function functionName(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  const owner = node.parent;
  return ts.isVariableDeclaration(owner) || ts.isPropertyAssignment(owner) ? owner.name.getText() : "anonymous";
}
