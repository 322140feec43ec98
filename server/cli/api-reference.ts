/**
 * Writes the API reference: the data of the portal's pages, the Markdown at /api-reference.md, and the OpenAPI document at
 * /openapi.json. `npm run gen`, every build and `npm run dev` create it from the declarations, so it is not committed.
 */
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { failWith } from "./run.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** Relative to the project root. */
export const REFERENCE_FILES = [
  "components/developers/api-reference.json",
  "public/api-reference.md",
  "public/openapi.json",
] as const;

/** Requires the generated database client. */
export async function writeReference(): Promise<void> {
  // Imported late, because the schema loads the whole product.
  const { wholeReference } = await import("../graphql/reference/endpoints.ts");
  const { referenceMarkdown } = await import("../graphql/reference/markdown.ts");
  const reference = wholeReference();
  const { openApi } = await import("../rest/open-api.ts");
  const { mount } = await import("../http/mount.ts");
  const [data, markdown, rest] = REFERENCE_FILES;
  writeFileSync(join(ROOT, data), `${JSON.stringify(reference)}\n`);
  writeFileSync(join(ROOT, markdown), referenceMarkdown(reference));
  writeFileSync(join(ROOT, rest), `${JSON.stringify(openApi(await mount(join(ROOT, "app")), packageJson.version))}\n`);
}

/**
 * Writes the API reference in a separate process, so the caller's memory stays small. @throws Error with that process's output
 */
export async function makeReference(signal?: AbortSignal): Promise<void> {
  const args = ["--disable-warning=ExperimentalWarning", import.meta.filename];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "ignore", "pipe"], signal });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done, refuse) => {
    child.once("error", refuse);
    child.once("close", done);
  });
  if (code !== 0) throw new Error(`The API reference could not be written: ${output}`);
}

export const hasReference = (): boolean => REFERENCE_FILES.every((file) => existsSync(join(ROOT, file)));

if (process.argv[1] === import.meta.filename) writeReference().then(() => process.exit(0), failWith);
