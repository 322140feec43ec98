import { Worker } from "node:worker_threads";
import { log } from "../../log.ts";
import type { Document, ReadDocument } from "./document.ts";
import { Unreadable } from "./extraction.ts";
import type { ThreadAnswer } from "./reading-thread.ts";

/** Of one document, whatever is in it. */
const READ_MS = 60_000;
const MEMORY_MIB = 512;
/** A thread with nothing to do is ended after so long: what it has loaded is worth keeping between the pages of a site. */
const IDLE_MS = 10_000;

const DAMAGED = "it could not be read: it is damaged, or made in a way that we do not know";

let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
let line: Promise<unknown> = Promise.resolve();

/**
 * Reads a document in a thread of its own, one at a time in this process: parsers run for seconds and were written for files that
 * mean well. One that takes a minute or half a gigabyte loses its thread.
 * @throws Unreadable, whatever is wrong with the document
 */
export function readDocument(document: Document, limitMs = READ_MS): Promise<ReadDocument> {
  const read = line.then(() => readNext(document, limitMs));
  line = read.catch(() => undefined);
  return read;
}

async function readNext(document: Document, limitMs: number): Promise<ReadDocument> {
  clearTimeout(idle);
  const worker = (thread ??= startThread());
  worker.ref();
  const answer = await ask(worker, document, limitMs);
  if ("read" in answer) {
    worker.unref();
    idle = setTimeout(() => void endThread(), IDLE_MS).unref();
    return answer.read;
  }
  // What a broken document has left behind in it, nobody knows.
  await endThread();
  if ("unreadable" in answer) throw new Unreadable(answer.unreadable);
  log.warn({ fault: answer.fault }, "a document could not be read");
  throw new Unreadable(DAMAGED);
}

function startThread(): Worker {
  const worker = new Worker(new URL("./reading-thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    // It parses what strangers wrote, and needs none of the service's settings.
    env: {},
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

async function endThread(): Promise<void> {
  const ended = thread;
  thread = null;
  await ended?.terminate();
}

function ask(worker: Worker, document: Document, limitMs: number): Promise<ThreadAnswer> {
  return new Promise((resolve) => {
    const settle = (answer: ThreadAnswer) => {
      clearTimeout(timer);
      worker.removeAllListeners("message").removeAllListeners("error").removeAllListeners("exit");
      // Whatever it says after this is said to nobody, and must not end the process.
      worker.on("error", () => undefined);
      // One that ends afterwards, of what a document has left behind in it, is not asked again.
      worker.once("exit", () => {
        if (thread === worker) thread = null;
      });
      resolve(answer);
    };
    const timer = setTimeout(() => settle({ unreadable: "it takes longer than a minute to read" }), limitMs);
    worker.once("message", settle);
    worker.once("error", (error: Error & { code?: string }) =>
      settle(
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? { unreadable: "there is more in it than can be read at once; split it" }
          : { fault: `${error.name}: ${error.message}` },
      ),
    );
    worker.once("exit", () => settle({ fault: "the thread ended" }));
    worker.postMessage(document);
  });
}
