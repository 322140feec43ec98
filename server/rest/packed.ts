import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { takesGzip } from "../http/takes-gzip.ts";

const zip = promisify(gzip);
/** Compressed files by their text, so each file is compressed once. */
const packedFiles = new Map<string, Promise<Buffer<ArrayBuffer>>>();

/** Responds with one of the product's own files, compressed if the caller accepts it. */
export async function packed(call: Call, text: string, headers: Record<string, string>): Promise<Answer> {
  const all = { vary: "accept-encoding", ...headers };
  if (!takesGzip(call.headers.get("accept-encoding"))) return { status: 200, text, headers: all };
  const known = packedFiles.get(text) ?? zip(text);
  packedFiles.set(text, known);
  return { status: 200, text: await known, headers: { ...all, "content-encoding": "gzip" } };
}

/** One of the product's own files, ready to be sent. */
export type OwnFile = { type: string; text: string; etag: string };

export function ownFile(type: string, text: string): OwnFile {
  return { type, text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}

/** Responds with the file, or with 304 if the caller has it. @param headers its `cache-control`, and who may load it. */
export async function fileAnswer(call: Call, file: OwnFile, headers: Record<string, string>): Promise<Answer> {
  const all = { ...headers, etag: file.etag, "x-content-type-options": "nosniff" };
  if (call.headers.get("if-none-match") === file.etag) return { status: 304, headers: all, body: undefined };
  return packed(call, file.text, { ...all, "content-type": `${file.type}; charset=utf-8` });
}
