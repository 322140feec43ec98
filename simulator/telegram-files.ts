import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { HttpError } from "./http.ts";

/** How a message names a file. */
export type TelegramFile = { file_id: string; file_unique_id: string; file_size?: number };

export type TelegramFiles = {
  /**
   * A file that a user sent.
   * @param more a size that is said instead of the real one.
   */
  add: (bytes: Buffer, name: string, more?: { size?: number }) => TelegramFile;
  /** `getFile`: where it can be had, or Telegram's words why not. */
  locate: (fileId: string) => (TelegramFile & { file_path: string }) | string;
  /** Serves the path of a located file. */
  serve: (path: string, response: ServerResponse) => Promise<void>;
};

/** What bots get of a file at most. */
const MOST_BYTES = 20 * 1024 * 1024;
const BY_ADDRESS = "address-";

/** A file that lies at an address of this machine, to be read only when a bot asks for it. */
export function newTelegramFile(url: string): TelegramFile {
  return { file_id: BY_ADDRESS + Buffer.from(url).toString("base64url"), file_unique_id: uniqueId(url) };
}

function uniqueId(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

/** The files of a stand-in; every bot's are the same, since only who has a bot's token gets as far as here. */
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
