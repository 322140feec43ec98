import { createHash, randomInt } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { HttpError, readBytes, sendJson } from "./http.ts";

/** A file that Meta stores. `ownerId` is the number that received or uploaded it. */
type Media = { id: string; ownerId: string; bytes: Buffer; mimeType: string; storedAt: number; livesMs: number };

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a file id is valid: `inbound` for files from customers, `uploaded` for the business's uploads. */
const LIVES_MS = { inbound: 7 * DAY_MS, uploaded: 30 * DAY_MS };
/** How long a download URL is valid. */
const ADDRESS_MS = 5 * 60 * 1000;

/** A file reference in a message. */
export type MediaRef = { id: string; mime_type: string; sha256: string };

export type MediaStore = {
  /** Stores a customer's file and returns the reference for their message. */
  receive: (ownerId: string, bytes: Buffer, mimeType: string) => MediaRef;
  upload: (ownerId: string, bytes: Buffer, mimeType: string) => { id: string };
  /** `GET /{media-id}`: the download URL, valid for five minutes. null if the file is gone. */
  look: (id: string) => Record<string, unknown> | null;
  ownerOf: (id: string) => string | null;
  drop: (id: string) => void;
  /** Serves a URL that `look` returned, if the request has the owner's token. */
  serve: (request: IncomingMessage, response: ServerResponse, isTokenOf: (ownerId: string) => boolean) => void;
};

/** Stores files, by the stand-in's clock. `baseUrl` is a function because the URL is known only once the stand-in listens. */
export function startMedia(now: () => Date, baseUrl: () => string): MediaStore {
  const files = new Map<string, Media>();
  const addresses = new Map<string, { id: string; until: number }>();

  function put(kind: keyof typeof LIVES_MS, ownerId: string, bytes: Buffer, mimeType: string): Media {
    const id = String(randomInt(10 ** 14, 10 ** 14 * 2));
    const file = { id, ownerId, bytes, mimeType, storedAt: now().getTime(), livesMs: LIVES_MS[kind] };
    files.set(id, file);
    return file;
  }
  function living(id: string): Media | null {
    const file = files.get(id);
    return file && now().getTime() - file.storedAt < file.livesMs ? file : null;
  }

  return {
    receive(ownerId, bytes, mimeType) {
      const { id } = put("inbound", ownerId, bytes, mimeType);
      // Webhooks use base64 here, the look-up uses hex.
      return { id, mime_type: mimeType, sha256: createHash("sha256").update(bytes).digest("base64") };
    },
    upload: (ownerId, bytes, mimeType) => ({ id: put("uploaded", ownerId, bytes, mimeType).id }),
    look(id) {
      const file = living(id);
      if (!file) return null;
      const key = crypto.randomUUID();
      addresses.set(key, { id, until: now().getTime() + ADDRESS_MS });
      return {
        messaging_product: "whatsapp",
        url: `${baseUrl()}/whatsapp_business/attachments/${key}`,
        mime_type: file.mimeType,
        sha256: createHash("sha256").update(file.bytes).digest("hex"),
        // A string, as in some of Meta's responses.
        file_size: String(file.bytes.length),
        id,
      };
    },
    ownerOf: (id) => living(id)?.ownerId ?? null,
    drop: (id) => void files.delete(id),
    serve(request, response, isTokenOf) {
      const key = (request.url ?? "").split("/").at(-1)?.split("?")[0] ?? "";
      const address = addresses.get(key);
      const file = address && now().getTime() < address.until ? living(address.id) : null;
      if (!file) throw new HttpError(404, "This address has expired");
      if (!isTokenOf(file.ownerId)) throw new HttpError(401, "Authentication is required");
      response.writeHead(200, { "content-type": file.mimeType, "content-length": file.bytes.length });
      response.end(file.bytes);
    },
  };
}

/** `POST /{phone-number-id}/media`: reads the form's file and type, or says what is wrong with it. */
export async function readUpload(
  request: IncomingMessage,
): Promise<{ bytes: Buffer; mimeType: string } | { problem: string }> {
  const contentType = request.headers["content-type"] ?? "";
  if (!contentType.startsWith("multipart/form-data")) return { problem: "A form with a file is wanted" };
  const bytes = await readBytes(request, MAX_UPLOAD_BYTES);
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } }).formData();
  const file = form.get("file");
  const type = form.get("type");
  if (form.get("messaging_product") !== "whatsapp") return { problem: "messaging_product must be whatsapp" };
  if (!(file instanceof Blob)) return { problem: "file is missing" };
  if (typeof type !== "string" || !type.includes("/")) return { problem: "type must be the file's content type" };
  return { bytes: Buffer.from(await file.arrayBuffer()), mimeType: type };
}

const MAX_UPLOAD_BYTES = 100 * 1024 * 1024;

/** Answers an error that `serve` threw. Paths outside /v25.0 do not use the Graph API's error format. */
export function refuseFile(response: ServerResponse, error: unknown): void {
  const status = error instanceof HttpError ? error.status : 500;
  sendJson(response, status, { error: error instanceof Error ? error.message : String(error) });
}
