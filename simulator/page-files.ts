import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";

type File = { contentType: string; body: string };

const FILES: Record<string, { name: string; contentType: string }> = {
  "/": { name: "phone.html", contentType: "text/html; charset=utf-8" },
  "/phone.css": { name: "phone.css", contentType: "text/css; charset=utf-8" },
  "/phone.js": { name: "phone.ts", contentType: "text/javascript; charset=utf-8" },
  "/page.js": { name: "page.ts", contentType: "text/javascript; charset=utf-8" },
  "/faults.js": { name: "faults.ts", contentType: "text/javascript; charset=utf-8" },
  "/view.js": { name: "view.ts", contentType: "text/javascript; charset=utf-8" },
  "/kinds.js": { name: "../kinds.ts", contentType: "text/javascript; charset=utf-8" },
  "/icon.svg": { name: "icon.svg", contentType: "image/svg+xml" },
};

/** A file of the phone's page, or null. Its scripts are TypeScript files with the types stripped, so there is no build step. */
export async function pageFile(pathname: string): Promise<File | null> {
  const file = Object.hasOwn(FILES, pathname) ? FILES[pathname] : undefined;
  if (!file) return null;
  const text = await readFile(new URL(`page/${file.name}`, import.meta.url), "utf8");
  if (!file.name.endsWith(".ts")) return { contentType: file.contentType, body: text };
  // The browser requests modules under the names that this server uses.
  const body = stripTypeScriptTypes(text).replaceAll(/from "\.\.?\/([a-z-]+)\.ts"/g, 'from "./$1.js"');
  return { contentType: file.contentType, body };
}
