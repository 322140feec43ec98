import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";

const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
const zip = promisify(gzip);
/** Compressed files by their text, so each file is compressed once. */
const packedFiles = new Map<string, Promise<Buffer<ArrayBuffer>>>();

/** Responds with one of the product's own files, compressed if the caller accepts it. */
export async function packed(call: Call, text: string, headers: Record<string, string>): Promise<Answer> {
  const all = { vary: "accept-encoding", ...headers };
  if (!TAKES_GZIP.test(call.headers.get("accept-encoding") ?? "")) return { status: 200, text, headers: all };
  const known = packedFiles.get(text) ?? zip(text);
  packedFiles.set(text, known);
  return { status: 200, text: await known, headers: { ...all, "content-encoding": "gzip" } };
}
