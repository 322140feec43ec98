import { readFileSync } from "node:fs";
import ts from "typescript";

const TESTS = new Set(["test", "it"]);

/** Every test of a file as "describe › title". Titles from a table contain the names of its lines. */
export function testTitles(path: string): Set<string> {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const titles = new Set<string>();
  const walk = (node: ts.Node, above: string[]): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      constants.set(node.name.text, node.initializer);
    }
    const call = ts.isCallExpression(node) ? readCall(node, constants) : null;
    if (!call) return ts.forEachChild(node, (child) => walk(child, above));
    for (const title of call.titles) {
      if (call.isTest) titles.add([...above, title].join(" › "));
      else ts.forEachChild(node, (child) => walk(child, [...above, title]));
    }
  };
  walk(source, []);
  return titles;
}

type Call = { isTest: boolean; titles: string[] };

/**
 * Reads `test("…", …)`, `describe("…", …)` and both with `.each(table)`; null for any other call. A skipped test has no
 * title.
 */
function readCall(node: ts.CallExpression, constants: Map<string, ts.Expression>): Call | null {
  const [title] = node.arguments;
  if (!title || !ts.isStringLiteralLike(title)) return null;
  const isEach = ts.isCallExpression(node.expression);
  const [name = "", ...modes] = (isEach ? node.expression.expression : node.expression).getText().split(".");
  const isTest = TESTS.has(name) && !modes.includes("describe");
  if (!isTest && name !== "describe" && !modes.includes("describe")) return null;
  if (modes.includes("skip") || modes.includes("todo")) return { isTest, titles: [] };
  const table = isEach ? node.expression.arguments[0] : undefined;
  const names = table ? namesIn(table, constants) : [];
  const titles = names.map((each) => title.text.replace(/%s|\$name/, () => each));
  return { isTest, titles: titles.length > 0 ? titles : [title.text] };
}

/** The names of a table's lines: their first text, or their `name`. */
function namesIn(table: ts.Expression, constants: Map<string, ts.Expression>): string[] {
  const plain = bare(table);
  if (ts.isIdentifier(plain)) {
    const value = constants.get(plain.text);
    return value ? namesIn(value, constants) : [];
  }
  if (ts.isCallExpression(plain) && plain.expression.getText() === "Object.entries" && plain.arguments[0]) {
    const object = bare(plain.arguments[0]);
    const value = ts.isIdentifier(object) ? constants.get(object.text) : object;
    const literal = value && bare(value);
    if (!literal || !ts.isObjectLiteralExpression(literal)) return [];
    return literal.properties.flatMap((property) =>
      property.name && (ts.isStringLiteralLike(property.name) || ts.isIdentifier(property.name))
        ? [property.name.text]
        : [],
    );
  }
  if (!ts.isArrayLiteralExpression(plain)) return [];
  return plain.elements.flatMap((element) => {
    const line = bare(element);
    const first = ts.isArrayLiteralExpression(line)
      ? line.elements[0]
      : ts.isObjectLiteralExpression(line)
        ? line.properties.find((each) => ts.isPropertyAssignment(each) && each.name.getText() === "name")
        : line;
    const text = first && ts.isPropertyAssignment(first) ? first.initializer : first;
    return text && ts.isStringLiteralLike(text) ? [text.text] : [];
  });
}

function bare(node: ts.Expression): ts.Expression {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? bare(node.expression)
    : node;
}
