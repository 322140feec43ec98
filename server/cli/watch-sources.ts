import { watch } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
/** An editor saves in several steps, and all files at once; in milliseconds. */
const GATHER_MS = 30;

/** Not loaded by the product, or made by itself. */
const NOT_SOURCES = /(?:^|\/)(?:generated|testing|dist)\/|\.test\.ts$/;

/** Calls `changed` after sources in a folder of the project have changed. */
export function watchSources(folder: string, kinds: RegExp, changed: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
    if (file === null || !kinds.test(file) || NOT_SOURCES.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(changed, GATHER_MS);
  }).unref();
}
