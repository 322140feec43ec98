/** The thread in which documents are read: server/assistants/knowledge/reader.ts starts it, and ends it where it takes too long. */
import { parentPort } from "node:worker_threads";
import { readWhole } from "./document.ts";
import type { Document, ReadDocument } from "./document.ts";
import { Unreadable } from "./extraction.ts";

/** What comes back: an error does not cross threads as what it was. */
export type ThreadAnswer = { read: ReadDocument } | { unreadable: string } | { fault: string };

parentPort?.on("message", (document: Document) => {
  void readWhole(document)
    .then(
      (read): ThreadAnswer => ({ read }),
      (error: unknown): ThreadAnswer =>
        error instanceof Unreadable
          ? { unreadable: error.message }
          : { fault: error instanceof Error ? `${error.name}: ${error.message}` : "unknown" },
    )
    .then((answer) => parentPort?.postMessage(answer));
});
