import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BrokenHouse } from "./broken-house.tsx";

test("the last page that can be drawn stands by itself: a whole document with words, a reference and ways out", () => {
  const error = Object.assign(new Error("secret of the server"), { digest: "2749581" });
  const markup = renderToStaticMarkup(createElement(BrokenHouse, { error, retry: () => undefined }));
  expect(markup).toMatch(/^<html lang="en">/);
  expect(markup).toContain("Something went wrong");
  expect(markup).toContain("2749581");
  expect(markup).toContain("Try again");
  expect(markup).toContain('href="/"');
  expect(markup).not.toContain("secret of the server");
});
