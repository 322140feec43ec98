import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Rolldown } from "vite";

const ROOT = resolve(import.meta.dirname, "../..");
const SOURCES = ["webchat/*.{ts,tsx,css}", "server/cli/build-webchat.ts", "package-lock.json"];
const DIST = join(ROOT, "webchat/dist");
const STAMP = join(DIST, "made-from");
/** Exists once the web chat was built. */
export const WEBCHAT_MANIFEST = join(DIST, "manifest.json");

/** The files for browsers: the script of the host page, and the script and style of the frame. */
export type WebchatBundle = { loader: string; frame: string; style: string };

/** Bundles the web chat's browser code from its sources, in memory. Throws with the bundler's message on failure. */
export async function bundleWebchat(): Promise<WebchatBundle> {
  const loader = await bundle("loader.ts");
  const frame = await bundle("frame.tsx");
  return { loader: loader.script, frame: frame.script, style: frame.style };
}

/** Builds one classic script. A frame without an origin can load it, and so can a page without module support. */
async function bundle(entry: string): Promise<{ script: string; style: string }> {
  // Imported late, because an ordinary start of a built product needs no bundler.
  const { build } = await import("vite");
  const result = await build({
    configFile: false,
    mode: "production",
    // Independent of NODE_ENV: the development build contains every element's source position.
    oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
    root: join(ROOT, "webchat"),
    logLevel: "error",
    publicDir: false,
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: { input: join(ROOT, "webchat", entry), output: { format: "iife" } },
    },
  });
  const { output } = [result].flat().find((made): made is Rolldown.RolldownOutput => "output" in made) ?? {
    output: [],
  };
  const script = output.find((file) => file.type === "chunk");
  const style = output.find((file) => file.type === "asset" && file.fileName.endsWith(".css"));
  if (script?.type !== "chunk") throw new Error(`vite made nothing of webchat/${entry}`);
  return { script: script.code, style: style?.type === "asset" ? String(style.source) : "" };
}

/** Names of the files in webchat/dist. The frame's names contain a content hash, so they can be cached for ever. */
export type WebchatManifest = { loader: string; frame: string; style: string };

/** Writes webchat/dist unless the current sources are already built. The new manifest makes the served files change at once. */
export async function ensureWebchat(): Promise<void> {
  const made = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === made) return;
  const { loader, frame, style } = await bundleWebchat();
  const manifest: WebchatManifest = {
    loader: named("webchat", loader, "js"),
    frame: named("frame", frame, "js"),
    style: named("frame", style, "css"),
  };
  mkdirSync(DIST, { recursive: true });
  writeFileSync(join(DIST, manifest.loader), loader);
  writeFileSync(join(DIST, manifest.frame), frame);
  writeFileSync(join(DIST, manifest.style), style);
  writeFileSync(WEBCHAT_MANIFEST, JSON.stringify(manifest));
  writeFileSync(STAMP, made);
  const wanted = new Set([...Object.values(manifest), "manifest.json", "made-from"]);
  for (const name of readdirSync(DIST)) if (!wanted.has(name)) rmSync(join(DIST, name), { force: true });
}

function named(name: string, text: string, ending: string): string {
  return `${name}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}.${ending}`;
}

function fingerprint(): string {
  const hash = createHash("sha256").update(process.version);
  for (const path of globSync(SOURCES, { cwd: ROOT, exclude: ["**/*.test.ts"] }).sort())
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  return hash.digest("hex");
}
