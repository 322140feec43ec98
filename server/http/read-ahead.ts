import { IncomingMessage } from "node:http";
import type { ServerResponse } from "node:http";
import { countStranger } from "../auth/count-stranger.ts";
import { AppError } from "../errors.ts";
import { DEPTH_MAX, isTooDeep } from "../text-rules.ts";
import { bodyBoundOf } from "./body-bounds.ts";
import { hasBody } from "./limits.ts";
import { refuse, tooLarge } from "./refuse.ts";

/**
 * Reads the body of a request that Next is to answer, within its bound: Next and next-auth read without one. Requests to /api/auth, where
 * anybody may send, are counted by address first.
 * @returns the request as it came, with its body still to be read; null: the request was refused and answered, or its sender is gone.
 */
export async function readAhead(request: IncomingMessage, response: ServerResponse): Promise<IncomingMessage | null> {
  const { url = "/", headers } = request;
  if (url.startsWith("/api/auth/")) {
    try {
      countStranger(String(headers["x-forwarded-for"]));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refuse(request, response, { status: 429, message: error.message, headers: error.headers });
      return null;
    }
  }
  // Nothing reads the body of a page's GET.
  if (!hasBody(request) || request.method === "GET" || request.method === "HEAD") return request;
  const { bytes } = bodyBoundOf(url);
  const body = await bodyWithin(request, bytes);
  // A body that was too slow has its answer already.
  if (body === "gone" || response.headersSent) return null;
  if (body === "too large") refuse(request, response, tooLarge(bytes));
  else if (isJson(headers["content-type"]) && isNestedTooDeep(body))
    refuse(request, response, { status: 422, message: `The body may be nested ${DEPTH_MAX} levels deep at most` });
  else return again(request, body);
  return null;
}

function bodyWithin(request: IncomingMessage, bytes: number): Promise<Buffer | "too large" | "gone"> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= bytes) return void chunks.push(chunk);
      request.off("data", take);
      resolve("too large");
    };
    request.on("data", take);
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", () => resolve("gone"));
    request.once("close", () => resolve("gone"));
  });
}

function isJson(type = ""): boolean {
  return type.toLowerCase().includes("json");
}

/** The reader handles what is no JSON. */
function isNestedTooDeep(body: Buffer): boolean {
  try {
    return isTooDeep(JSON.parse(body.toString("utf8")));
  } catch {
    return false;
  }
}

function again(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const copy = new IncomingMessage(request.socket);
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  copy.complete = true;
  copy.push(body);
  copy.push(null);
  return copy;
}
