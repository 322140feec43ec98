import { createHash } from "node:crypto";
import type { KnowledgeSourceInput } from "../assistant-properties.ts";

/**
 * What a source is known by: the SHA-256 of all that integrationProperties say of it, whatever the order of its properties. The same
 * source in two versions is one row, read once; a changed text is another source.
 */
export function sourceKey(source: KnowledgeSourceInput): string {
  const said = Object.entries(source).filter(([, value]) => value !== undefined);
  const canonical = JSON.stringify(said.sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash("sha256").update(canonical).digest("hex");
}
