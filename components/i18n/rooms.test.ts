import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { ROOMS } from "./rooms.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PORTAL = join(ROOT, "app/(portal)/[workspaceId]");

/** All files that a file imports, directly or indirectly. */
function filesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, "utf8").replaceAll(/^import type .*$/gm, "");
  for (const [, path = ""] of text.matchAll(/(?:from |import\()"(\.[^"]+\.tsx?)"/g)) {
    if (!path.includes("/server/")) filesOf(resolve(dirname(file), path), seen);
  }
  return seen;
}

/** The rooms of the catalogue, or parts of them, whose texts those files use in a browser. */
function roomsOf(files: Iterable<string>): string[] {
  const rooms = new Set<string>();
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    for (const [, room = ""] of text.matchAll(/useTranslations(?:<[^>]*>)?\("([\w.]+)"/g)) rooms.add(room);
  }
  return [...rooms].sort();
}

const folders = globSync("*/", { cwd: PORTAL })
  .map((path) => path.replace(/\/$/, ""))
  // All other addresses have the frame's words.
  .filter((folder) => folder !== "[...unknown]");
/** The settings and the developers' pages share a layout, in `(settings)`. */
const folderOf = (section: string) => join(PORTAL, folders.includes(section) ? section : `(${section})`);
const pagesOf = (section: string) =>
  globSync("**/page.tsx", { cwd: folderOf(section) }).map((page) => join(folderOf(section), page));
const missing = (files: string[], there: readonly string[]) =>
  roomsOf(files.flatMap((file) => [...filesOf(file)])).filter((room) => !there.some((name) => isIn(room, name)));

const isIn = (room: string, name: string) => room === name || room.startsWith(`${name}.`);

test("every page finds its words: those of everybody", () => {
  const files = globSync(["app/*.tsx", "app/(auth)/**/*.tsx"], { cwd: ROOT }).map((file) => join(ROOT, file));
  expect(files.length).toBeGreaterThan(4);
  expect(missing(files, ROOMS.everybody)).toEqual([]);
});

test("every page finds its words: the portal's frame", () => {
  const files = ["layout.tsx", "page.tsx", "not-found.tsx", "[...unknown]/page.tsx"].map((name) => join(PORTAL, name));
  expect(missing(files, [...ROOMS.everybody, ...ROOMS.frame])).toEqual([]);
});

test("every page finds its words: what stands before a workspace that requires two-factor sign-in", () => {
  const page = join(ROOT, "app/(account)/two-factor/[workspaceId]/page.tsx");
  expect(readFileSync(page, "utf8")).toContain('<Words of="settings">');
  expect(missing([page], [...ROOMS.everybody, ...ROOMS.settings])).toEqual([]);
});

const sections = folders.map((folder) => folder.replaceAll(/[()]/g, ""));

test("there are sections, and each says its rooms", () => {
  expect(sections.length).toBeGreaterThan(7);
  const { everybody: _, frame: __, ...own } = ROOMS;
  expect(Object.keys(own).sort()).toEqual(sections.sort());
});

test.each(sections)("every page finds its words: %s", (section) => {
  const pages = pagesOf(section);
  expect(pages.length).toBeGreaterThan(0);
  const own = ROOMS[section as keyof typeof ROOMS];
  expect(missing(pages, [...ROOMS.everybody, ...ROOMS.frame, ...own])).toEqual([]);
  // … and no others.
  const used = roomsOf(pages.flatMap((page) => [...filesOf(page)]));
  expect(own.filter((name) => !used.some((room) => isIn(room, name)))).toEqual([]);
});

test.each(sections)("the layout of %s gives it its words", (section) => {
  expect(readFileSync(join(folderOf(section), "layout.tsx"), "utf8")).toContain(`<Words of="${section}">`);
});

test("the pickers of days stand in their language, and travel with no other part", () => {
  const haveDays = sections.filter((section) =>
    pagesOf(section).some((page) =>
      [...filesOf(page)].some((file) => readFileSync(file, "utf8").includes(' from "@mantine/dates"')),
    ),
  );
  expect(haveDays.length).toBeGreaterThan(2);
  const layoutOf = (section: string) => readFileSync(join(folderOf(section), "layout.tsx"), "utf8");
  expect(sections.filter((section) => layoutOf(section).includes("<DatesLanguage>"))).toEqual(haveDays);
});
