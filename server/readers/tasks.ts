import type { Said } from "../say.ts";
import type { CsvPiece, CsvRows } from "./formats/csv-rows.ts";
import type { Document, ReadDocument } from "./formats/document.ts";
import type { FileFacts } from "./formats/file-facts.ts";
import type { PictureFile } from "./formats/picture.ts";
import type { RobotsAnswer, RobotsQuestion } from "./formats/robots.ts";

export type Tasks = {
  document: { input: Document; output: ReadDocument };
  robots: { input: RobotsQuestion; output: RobotsAnswer };
  csv: { input: CsvPiece; output: CsvRows };
  file: { input: { path: string }; output: FileFacts };
  picture: { input: PictureFile; output: Uint8Array };
};

export type TaskName = keyof Tasks;
export type Task = { [Name in TaskName]: { name: Name; input: Tasks[Name]["input"] } }[TaskName];
export type TaskOutput = Tasks[TaskName]["output"];

/** The messages of a reader process. Errors are sent as data, because an error object cannot cross processes. */
export type Report = { kind: "started" } | ({ rssBytes: number } & TaskResult);

export type TaskResult =
  | { kind: "done"; output: TaskOutput }
  | { kind: "unreadable"; clause: Said; isGivenUp: boolean }
  /** The parser failed. */
  | { kind: "fault"; fault: string };
