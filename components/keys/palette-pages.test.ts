import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { SECTIONS } from "../shell/sections.ts";
import { SETTINGS_PAGES, settingsPagesFor } from "../shell/settings-pages.ts";
import { PALETTE_PAGES, pagesFor } from "./palette-pages.ts";

test("every page of the portal that stands by itself is found, and none that is not there", () => {
  const pages = globSync("app/(portal)/[[]workspaceId]/**/page.tsx")
    .map((file) => file.replace(/^.*\[workspaceId\](\/\(\w+\))?/, "/1").replace(/\/page\.tsx$/, ""))
    .map((path) => path.replace(/\/\[\[\.\.\.\w+\]\]$/, ""))
    .filter((path) => path !== "/1" && !path.includes("["));
  const found = [...SECTIONS, ...Object.values(PALETTE_PAGES), ...Object.values(SETTINGS_PAGES)].map(({ path }) =>
    path(1),
  );
  expect(pages.length).toBeGreaterThan(15);
  // The settings open with the profile, so it is in both lists.
  expect([...new Set(found)].toSorted()).toEqual(pages.toSorted());
});

test("nobody finds a page in which there is nothing for them", () => {
  expect(pagesFor([], true)).toEqual([]);
  expect(pagesFor(["MANAGE_WORKSPACE"], true)).toEqual(expect.arrayContaining(["importContacts", "connectChannel"]));
  expect(pagesFor(["MANAGE_CONVS", "MANAGE_BROADCASTS"], false)).toEqual([]);
  expect(settingsPagesFor([], true)).toEqual(["profile", "preferences", "notices", "shortcuts", "replies", "security"]);
  expect(settingsPagesFor([], false)).toEqual(["profile", "shortcuts", "replies", "security"]);
  expect(settingsPagesFor(["MANAGE_WORKSPACE"], false)).toContain("credits");
  expect(settingsPagesFor(["MANAGE_WORKSPACE"], true)).not.toContain("credits");
  expect(settingsPagesFor(["MANAGE_WORKSPACE"], true)).toEqual(expect.arrayContaining(["audit", "apiExplorer"]));
});
