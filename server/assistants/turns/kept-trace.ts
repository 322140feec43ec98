import type { Prisma } from "../../generated/prisma/client.ts";
import type { Trace } from "../engine.ts";

/** More than the turns of ordinary conversations come to, in characters of JSON: answers are read by hundreds at a time. */
const WHOLE_MAX = 256 * 1024;
/** What is left of each text and each list of a trace that is longer. */
const TEXT_MAX = 4_000;
const ITEMS_MAX = 100;

/** What an assistant did, as it is kept: word for word, unless that would be out of all proportion. */
export function keptTrace(trace: Trace): Prisma.InputJsonObject {
  const json = JSON.stringify(trace);
  return JSON.parse(json, json.length > WHOLE_MAX ? shortened : undefined) as Prisma.InputJsonObject;
}

function shortened(_: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX);
  if (typeof value !== "string" || value.length <= TEXT_MAX) return value;
  return `${value.slice(0, TEXT_MAX - 1).toWellFormed()}…`;
}
