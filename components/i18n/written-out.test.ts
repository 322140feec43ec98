import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import ts from "typescript";
import { describe, expect, test } from "vitest";

/** Attributes and properties whose values people see or hear. */
const SAID = new Set(
  `aria-label aria-description aria-roledescription aria-valuetext alt title placeholder label description message
  failure hint words confirm cancel legend emptyText nothingFoundMessage closeButtonLabel`.split(/\s+/),
);

/** Functions whose arguments people see: `done("Saved")`. */
const SAYING = new Set(["done", "failed"]);

/** Texts that are the same in every language, by the file that may contain them. */
const ALIKE: Record<string, string[]> = {
  // The product's name.
  "app/layout.tsx": ["Omnichannel", "%s · Omnichannel"],
  "app/manifest.ts": ["Omnichannel"],
  "components/ui/wordmark.tsx": ["Omnichannel"],
  // Sent to an external system in a copied example, or fills a preview: a message's text, a contact's name.
  "components/channels/test-panel.tsx": ["Test message"],
  "components/replies/replies-editor.tsx": ["Maria Silva"],
};

/** Errors for developers only. */
const FOR_PROGRAMMERS = /is missing above this component$/;

/** The start of a sentence: "Nothing yet", "“{}” is not". */
const SENTENCE = /^[“"]?\p{Lu}\p{L}*[,:]? \p{L}/u;

/** An input example, an identifier, a URL: no words of a language. */
const CODE = /^[^\s\p{L}]*$|^[\w+.:/@{}#-]*[\d_.:/@{}#][\w+.:/@{}#-]*$|^[a-z]+([A-Z][a-z]*)*$|^[A-Z][A-Z_]*$/u;

/** File formats, date formats and HTTP methods: the same in every language. */
const CAPITALS = /^[A-Z]{2,}$|^[DMYHhms:./ -]+$/;

type Finding = { line: number; text: string };

/** Texts for people in a source file instead of a catalogue. */
function writtenOut(fileName: string, source: string): Finding[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const findings: Finding[] = [];

  function note(node: ts.Node, text: string) {
    const shown = text.replace(/\s+/g, " ").trim();
    if (!/\p{L}{2}/u.test(shown) || CAPITALS.test(shown) || ALIKE[fileName]?.includes(shown)) return;
    findings.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: shown });
  }

  /** Collects the literals that an expression can evaluate to: both branches of a conditional, and the parts of a template. */
  function noteLiterals(node: ts.Node) {
    if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) {
      if (node.expression) noteLiterals(node.expression);
    } else if (ts.isConditionalExpression(node)) {
      noteLiterals(node.whenTrue);
      noteLiterals(node.whenFalse);
    } else if (ts.isBinaryExpression(node)) {
      noteLiterals(node.left);
      noteLiterals(node.right);
    } else if (ts.isStringLiteralLike(node)) {
      if (!CODE.test(node.text)) note(node, node.text);
    } else if (ts.isTemplateExpression(node)) {
      const texts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      if (texts.some((text) => !CODE.test(text.trim()))) note(node, texts.join("…"));
    }
  }

  function visit(node: ts.Node) {
    if (ts.isImportDeclaration(node) || ts.isTaggedTemplateExpression(node)) return;
    if (isElement(node, "code")) return;
    if (ts.isStringLiteralLike(node) && SENTENCE.test(node.text) && !FOR_PROGRAMMERS.test(node.text))
      note(node, node.text);
    if (ts.isJsxText(node)) note(node, node.text);
    if (ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent))) noteLiterals(node);
    if (ts.isJsxAttribute(node) && SAID.has(node.name.getText()) && node.initializer) noteLiterals(node.initializer);
    if (ts.isPropertyAssignment(node) && SAID.has(node.name.getText())) noteLiterals(node.initializer);
    if (ts.isCallExpression(node) && SAYING.has(node.expression.getText()) && node.arguments[0])
      noteLiterals(node.arguments[0]);
    ts.forEachChild(node, visit);
  }
  visit(file);
  const once = new Map(findings.map((finding) => [`${finding.line} ${finding.text}`, finding]));
  return [...once.values()];
}

/** The content of <code> or <Code> is code. */
function isElement(node: ts.Node, name: string): boolean {
  return ts.isJsxElement(node) && node.openingElement.tagName.getText().toLowerCase() === name;
}

describe("a text that is written out is found", () => {
  test.each([
    ["as an element's words", "<p>Try again</p>", ["Try again"]],
    ["around what is filled in", "<p>Buy for {price}</p>", ["Buy for"]],
    ["as either branch of a choice", '<p>{isOpen ? "Close it" : "Open it"}</p>', ["Close it", "Open it"]],
    ["as a default", '<p>{name ?? "Nobody yet"}</p>', ["Nobody yet"]],
    ["in a label", '<Button aria-label="Remove" />', ["Remove"]],
    ["in a template of a label", "<Button aria-label={`Remove ${name}`} />", ["Remove …"]],
    ["in what a face says", '<EmptyFace title="No tags" message={t("none")} />', ["No tags"]],
    ["in a table of choices", 'const TABS = [{ tab: "team", label: "Team" }];', ["Team"]],
    ["in a toast", 'done("Saved")', ["Saved"]],
    ["by a rule that makes sentences", 'const why = () => "It could not be read";', ["It could not be read"]],
    ["in a question", 'askFirst({ title: t("sure"), confirm: "Delete" })', ["Delete"]],
  ])("%s", (_, source, texts) => {
    expect(writtenOut("sample.tsx", source).map(({ text }) => text)).toEqual(texts);
  });

  test.each([
    ["what comes from a catalogue", '<p title={t("again")}>{t("again")}</p>'],
    ["code", "<p>{t.rich(name, { code: () => <code>hash of it</code> })}</p>"],
    ["a format", "<Button>CSV</Button>"],
    ["signs", "<p>{name} · {count}: –</p>"],
    ["an example of what is to be typed", '<TextInput placeholder="https://example.com/hook" />'],
    ["names of code", '<p className="words" data-kind="note">{kind === "note" ? null : value}</p>'],
    ["a value that is told apart", 'const choice = { label: t("all"), value: "any one" };'],
  ])("not %s", (_, source) => {
    expect(writtenOut("sample.tsx", source)).toEqual([]);
  });
});

test("no text for people stands outside the catalogues", async () => {
  const found: string[] = [];
  for await (const path of glob("{app,components}/**/*.{ts,tsx}", { exclude: ["**/*.test.ts", "**/*.d.ts"] })) {
    const fileName = path.replaceAll("\\", "/");
    for (const { line, text } of writtenOut(fileName, readFileSync(path, "utf8")))
      found.push(`${fileName}:${line} ${text}`);
  }
  expect(found.sort()).toEqual([]);
});
