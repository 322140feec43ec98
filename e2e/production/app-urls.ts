import { globSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

export type AppUrl = {
  /** The file under app/ that serves the URL. */
  file: string;
  /** A path to the file, with its brackets replaced from `params`. */
  path: string;
};

/**
 * Every URL of app/, pages and routes. The list is read from the folder, so that a new URL is tested automatically.
 * @param params values for `[name]`; any other name gets `x`. `[...name]` becomes one segment, `[[...name]]` none.
 */
export function appUrls(params: Record<string, string>): AppUrl[] {
  return globSync("app/**/{route.ts,page.tsx}", { cwd: ROOT })
    .toSorted()
    .map((file) => {
      const segments = file.split("/").slice(1, -1);
      const path = segments
        .filter((segment) => !/^\(.*\)$|^\[\[\.\.\..*\]\]$/.test(segment))
        .map((segment) => segment.replace(/^\[(?:\.\.\.)?(.+)\]$/, (_, name: string) => params[name] ?? "x"))
        .join("/");
      return { file, path: `/${path}` };
    });
}
