import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import type { FileFacts } from "../readers/formats/file-facts.ts";
import { lookAtFile } from "../readers/read.ts";
import { Unreadable } from "../readers/unreadable.ts";
import { say, type Said } from "../say.ts";
import type { MediaType } from "./media-types.ts";

/** An image with more pixels would fill the memory of the person's device that opens it (reliability bar 57). */
export const MAX_PIXELS = 50_000_000;
const UNCHECKED = say("clients.upload.unchecked");

/**
 * Whether a file has the type that its uploader declared, judged by its bytes and not by its name.
 * @param path of the complete file.
 * @returns null, or the problem as a sentence.
 */
export async function contentProblem(workspaceId: number, path: string, type: MediaType): Promise<Said | null> {
  const facts = await factsOf(workspaceId, path);
  return facts ? factsProblem(facts, path, type) : UNCHECKED;
}

/** Like contentProblem, for a file whose facts are known. */
export async function factsProblem({ type: found, imageSize }: FileFacts, path: string, type: MediaType) {
  if (type.signatures === null) return found === null ? textProblem(path) : mismatch(type);
  if (found === null || !type.signatures.includes(found.mime)) return mismatch(type);
  return type.kind === "image" ? imageProblem(imageSize) : null;
}

/** Like contentProblem, for an assistant's knowledge. It is never shown in a browser, so text may be markup, in any encoding. */
export async function knowledgeProblem(workspaceId: number, path: string, type: MediaType): Promise<Said | null> {
  const facts = await factsOf(workspaceId, path);
  if (!facts) return UNCHECKED;
  const found = facts.type?.mime;
  if (type.signatures !== null) return found && type.signatures.includes(found) ? null : mismatch(type);
  if (found !== undefined && !found.endsWith("/xml")) return mismatch(type);
  const begin = await buffer(createReadStream(path, { end: 4_095 }));
  const isUtf16 = (begin[0] === 0xff && begin[1] === 0xfe) || (begin[0] === 0xfe && begin[1] === 0xff);
  return begin.includes(0) && !isUtf16 ? say("clients.upload.nul") : null;
}

/** What a file is by its bytes; null if a reader process cannot find out within its limits. */
export async function factsOf(workspaceId: number, path: string): Promise<FileFacts | null> {
  try {
    return await lookAtFile(workspaceId, path);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function mismatch({ contentType }: MediaType): Said {
  return say("clients.upload.mismatch", { type: contentType });
}

function imageProblem(size: FileFacts["imageSize"]): Said | null {
  if (!size) return say("clients.upload.imageDamaged");
  if (size.width * size.height <= MAX_PIXELS) return null;
  return say("clients.upload.mostPixels", { count: MAX_PIXELS / 1_000_000, width: size.width, height: size.height });
}

/** Text must be UTF-8 without NUL, and not disguised markup. */
async function textProblem(path: string): Promise<Said | null> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let begin = "";
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk as Buffer, { stream: true });
      if (text.includes("\0")) return say("clients.upload.nul");
      if (begin.length < 1_024) begin += text.slice(0, 1_024);
    }
    decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) return say("clients.upload.notUtf8");
    throw error;
  }
  return /^\s*<[!?a-z]/i.test(begin) ? say("clients.upload.markup") : null;
}
