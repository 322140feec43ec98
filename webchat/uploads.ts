import { ApiError, putFile } from "./api.ts";
import { checkFile, sizeText } from "./files.ts";
import { newId } from "./new-id.ts";
import type { Config, Pending } from "./protocol.ts";
import type { Session } from "./session.ts";
import { fill, type Words } from "./words.ts";

/** A file being uploaded. Its message follows. */
export type Upload = { id: string; name: string; share: number };

type Parts = {
  session: Session;
  words: Words;
  locale: string;
  onChange: (uploads: Upload[]) => void;
  /** Receives an error message for the visitor. */
  onProblem: (sentence: string) => void;
  onDone: (pending: Pending) => void;
};

export type Uploads = { add: (files: Iterable<File>, media: Config["media"]) => void; cancel: (id: string) => void };

/** Checks and uploads files, and creates a message for each uploaded one. */
export function createUploads({ session, words, locale, onChange, onProblem, onDone }: Parts): Uploads {
  let uploads: Upload[] = [];
  const running = new Map<string, AbortController>();
  const change = (next: Upload[]) => onChange((uploads = next));

  async function upload(file: File, kind: string): Promise<void> {
    const id = newId();
    const controller = new AbortController();
    running.set(id, controller);
    change([...uploads, { id, name: file.name, share: 0 }]);
    try {
      const body = { contentType: file.type, name: file.name, sizeBytes: file.size };
      const answer = await session.call("/uploads", { method: "POST", body });
      const { uploadUrl, content } = answer as { uploadUrl: string; content: string };
      const onProgress = (share: number) =>
        change(uploads.map((other) => (other.id === id ? { ...other, share } : other)));
      if (!controller.signal.aborted) await putFile(uploadUrl, file, onProgress, controller.signal);
      if (controller.signal.aborted) return;
      const createdAt = new Date().toISOString();
      const message = { type: kind, content, fileName: file.name, replyToId: null, createdAt, failure: null };
      onDone({ clientMessageId: id, ...message });
    } catch (error) {
      if (controller.signal.aborted) return;
      const reason = error instanceof ApiError && !error.isPassing ? ` ${error.message}` : "";
      onProblem(`${words.failed}: ${file.name}.${reason}`);
    } finally {
      running.delete(id);
      change(uploads.filter((other) => other.id !== id));
    }
  }

  return {
    add: (files, media) => {
      for (const file of files) {
        const check = checkFile(file, media);
        if ("kind" in check) void upload(file, check.kind);
        else {
          const max = "maxBytes" in check ? sizeText(check.maxBytes, locale) : "";
          onProblem(`${words.failed}: ${file.name}. ${fill(words[check.problem], { max })}`);
        }
      }
    },
    cancel: (id) => running.get(id)?.abort(),
  };
}
