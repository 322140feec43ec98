import type { IncomingMessage, ServerResponse } from "node:http";

const MAX_BODY_BYTES = 1024 * 1024;

/** A refusal with its HTTP status. The server answers it as `{error}`. */
export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Reads the whole body. */
export async function readBytes(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const buffer = Buffer.from(part as Uint8Array);
    bytes += buffer.length;
    if (bytes > maxBytes) throw new HttpError(413, "The body is too large");
    parts.push(buffer);
  }
  return Buffer.concat(parts);
}

/** Reads the whole body as text. */
export async function readText(request: IncomingMessage): Promise<string> {
  return (await readBytes(request)).toString("utf8");
}

/** Reads the body as JSON. Only application/json is accepted: a form of another site cannot send it without a CORS preflight. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!request.headers["content-type"]?.startsWith("application/json"))
    throw new HttpError(415, "Send application/json");
  const text = await readText(request);
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, "The body is not JSON");
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  if (response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(body));
}
