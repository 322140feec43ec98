import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { HttpError } from "./http.ts";

/** A file reference in a message. */
export type TelegramFile = { file_id: string; file_unique_id: string; file_size?: number };

export type TelegramFiles = {
  /**
   * Stores a file that a user sent.
   * @param more a size to report instead of the real one.
   */
  add: (bytes: Buffer, name: string, more?: { size?: number }) => TelegramFile;
  /** `getFile`: the file's path, or Telegram's error text. */
  locate: (fileId: string) => (TelegramFile & { file_path: string }) | string;
  /** Serves the path of a located file. */
  serve: (path: string, response: ServerResponse) => Promise<void>;
};

/** The largest file that a bot can download. */
const MOST_BYTES = 20 * 1024 * 1024;
const BY_ADDRESS = "address-";

/** A file at a URL of this machine. It is read only when a bot requests it. */
export function newTelegramFile(url: string): TelegramFile {
  return { file_id: BY_ADDRESS + Buffer.from(url).toString("base64url"), file_unique_id: uniqueId(url) };
}

function uniqueId(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

/** The stand-in's files. All bots share them, because only requests with a valid bot token reach this code. */
export function startFiles(): TelegramFiles {
  const files = new Map<string, { bytes: Buffer; path: string; file: TelegramFile }>();
  const addresses = new Map<string, string>();

  return {
    add(bytes, name, { size = bytes.length } = {}) {
      const file_id = `AgAC-${crypto.randomUUID()}`;
      const file = { file_id, file_unique_id: uniqueId(bytes), file_size: size };
      files.set(file_id, { bytes, path: `files/${files.size + 1}/${name}`, file });
      return file;
    },
    locate(fileId) {
      if (fileId.startsWith(BY_ADDRESS)) {
        const url = Buffer.from(fileId.slice(BY_ADDRESS.length), "base64url").toString();
        const path = `addresses/${uniqueId(url)}/${url.split("/").at(-1) ?? "file"}`;
        addresses.set(path, url);
        return { ...newTelegramFile(url), file_path: path };
      }
      const found = files.get(fileId);
      if (!found) return "Bad Request: invalid file_id";
      if ((found.file.file_size ?? 0) > MOST_BYTES) return "Bad Request: file is too big";
      return { ...found.file, file_path: found.path };
    },
    async serve(path, response) {
      const url = addresses.get(path);
      const stored = [...files.values()].find((each) => each.path === path);
      if (!url && !stored) throw new HttpError(404, "Not Found");
      const bytes = stored ? stored.bytes : Buffer.from(await (await fetch(url ?? "")).arrayBuffer());
      response.writeHead(200, { "content-type": "application/octet-stream", "content-length": bytes.length });
      response.end(bytes);
    },
  };
}
