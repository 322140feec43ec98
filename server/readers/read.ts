import { log } from "../log.ts";
import { say } from "../say.ts";
import type { CsvPiece, CsvRows } from "./formats/csv-rows.ts";
import type { Document, ReadDocument } from "./formats/document.ts";
import type { FileFacts } from "./formats/file-facts.ts";
import type { PictureFile } from "./formats/picture.ts";
import type { RobotsAnswer, RobotsQuestion } from "./formats/robots.ts";
import { createPool } from "./pool.ts";
import type { Task, TaskName, Tasks } from "./tasks.ts";
import { GivenUp, TOO_MUCH_MEMORY, TOO_SLOW, Unreadable } from "./unreadable.ts";

/**
 * Limits of one task, in milliseconds. The page limit is shorter, because a site has many pages and its visit ends after
 * minutes.
 */
const FILE_MS = 60_000;
const PAGE_MS = 15_000;
const ROBOTS_MS = 2_000;
const CSV_MS = 10_000;
const LOOK_MS = 10_000;
const PICTURE_MS = 10_000;

const DAMAGED = say("source.damaged");

/** These processes parse all untrusted content. A process of 512 MiB reads every file within the upload limits. */
export const readers = createPool({ size: 2, memoryMib: 512, idleMs: 10_000 });

/**
 * Reads a document and cuts it into passages.
 * @throws Unreadable for any problem with the document; GivenUp if reading did not finish
 */
export function readDocument(workspaceId: number, document: Document): Promise<ReadDocument> {
  return run(workspaceId, { name: "document", input: document }, document.url === null ? FILE_MS : PAGE_MS);
}

/**
 * Checks a page against a site's robots.txt.
 * @throws GivenUp if that takes too long
 */
export function askRobots(workspaceId: number, question: RobotsQuestion): Promise<RobotsAnswer> {
  return run(workspaceId, { name: "robots", input: question }, ROBOTS_MS);
}

/**
 * Reads the rows of a piece of a CSV file.
 * @throws Unreadable if the piece takes too much time or memory
 */
export function readCsv(workspaceId: number, piece: CsvPiece): Promise<CsvRows> {
  return run(workspaceId, { name: "csv", input: piece }, CSV_MS);
}

/**
 * Finds a file's type from its bytes.
 * @throws Unreadable
 */
export function lookAtFile(workspaceId: number, path: string): Promise<FileFacts> {
  return run(workspaceId, { name: "file", input: { path } }, LOOK_MS);
}

/**
 * Returns a picture as WebP (drawPicture).
 * @throws Unreadable
 */
export function redrawPicture(workspaceId: number, picture: PictureFile): Promise<Uint8Array> {
  return run(workspaceId, { name: "picture", input: picture }, PICTURE_MS);
}

async function run<Name extends TaskName>(
  workspaceId: number,
  task: Task & { name: Name },
  limitMs: number,
): Promise<Tasks[Name]["output"]> {
  const outcome = await readers.run(workspaceId, task, limitMs);
  switch (outcome.kind) {
    case "done":
      return outcome.output;
    case "unreadable":
      throw outcome.isGivenUp ? new GivenUp(outcome.clause) : new Unreadable(outcome.clause);
    case "slow":
      throw new GivenUp(TOO_SLOW);
    case "large":
      throw new GivenUp(TOO_MUCH_MEMORY);
    case "fault":
      log.warn({ fault: outcome.fault, task: task.name }, "foreign material could not be read");
      throw new Unreadable(DAMAGED);
    case "not started":
      throw new Error(outcome.fault);
  }
}
