import { expect, test } from "vitest";
import { createTranslator } from "next-intl";
import { en } from "../i18n/messages/en.ts";
import { ACCEPTED, knowledgeProblem, knowledgeType } from "./knowledge-files.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "knowledge.files" });

test.each([
  ["Handbook.PDF", "application/pdf"],
  ["faq.v2.md", "text/markdown"],
  ["prices.csv", "text/csv"],
  ["help.htm", "text/html"],
])("%s is read, whatever the browser takes it for", (name, type) => {
  expect(knowledgeType(name)).toBe(type);
  expect(knowledgeProblem({ name, size: 1 }, t)).toBeNull();
});

test.each(["prices.xlsx", "photo.jpg", "README", "trap.pdf.exe", ".constructor"])("%s is refused by name", (name) => {
  expect(knowledgeProblem({ name, size: 1 }, t)).toBe(
    "It cannot read files of this type; it reads PDF, DOCX, TXT, MD, CSV and HTML",
  );
});

test("an empty file and one that is too long are refused before they are sent", () => {
  expect(knowledgeProblem({ name: "a.txt", size: 0 }, t)).toBe("This file is empty");
  expect(knowledgeProblem({ name: "a.txt", size: 16 * 1024 * 1024 }, t)).toBeNull();
  expect(knowledgeProblem({ name: "a.txt", size: 20_000_000 }, t)).toBe(
    "Files may have up to 16.8 MB; this one has 20 MB",
  );
});

test("the browser offers what can be read", () => {
  expect(ACCEPTED.split(",")).toEqual([".pdf", ".docx", ".txt", ".md", ".markdown", ".csv", ".html", ".htm"]);
});
