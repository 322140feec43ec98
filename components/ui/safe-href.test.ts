import { expect, test } from "vitest";
import { safeHref } from "./safe-href.ts";

test.each([
  ["https://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
  ["HTTP://EXAMPLE.com", "http://example.com/"],
  ["/uploads/1/a.png", "/uploads/1/a.png"],
  ["/", "/"],
])("%s may be followed", (address, href) => {
  expect(safeHref(address)).toBe(href);
});

test.each([
  "",
  null,
  undefined,
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "\u0001javascript:alert(1)",
  "java\nscript:alert(1)",
  "javascript://example.com/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://example.com/1",
  "file:///etc/passwd",
  "view-source:https://example.com",
  "//example.com",
  "/\\example.com",
  "/\t/example.com",
  "\\\\example.com",
  "example.com",
  "mailto:a@example.com",
])("%j may not", (address) => {
  expect(safeHref(address)).toBeNull();
});
