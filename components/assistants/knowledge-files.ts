import { fileSize } from "../inbox/file-words.ts";

/** What a built-in assistant can read, by how its name ends: browsers do not know the type of all of them. */
const TYPES = new Map([
  ["pdf", "application/pdf"],
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["txt", "text/plain"],
  ["md", "text/markdown"],
  ["markdown", "text/markdown"],
  ["csv", "text/csv"],
  ["html", "text/html"],
  ["htm", "text/html"],
]);
const MAX_BYTES = 16 * 1024 * 1024;
const NAMES = "PDF, DOCX, TXT, MD, CSV and HTML";

/** For the browser's choice of files. */
export const ACCEPTED = [...TYPES.keys()].map((ending) => `.${ending}`).join(",");

/** What may be added, in words. */
export const FILE_WORDS = `${NAMES}, up to ${fileSize(MAX_BYTES)} each`;

/** The type of a file that an assistant can read; null for all others. */
export function knowledgeType(fileName: string): string | null {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
  return TYPES.get(ending) ?? null;
}

/** Why an assistant cannot read a file, in words; null: it can. Asked before the file is uploaded. */
export function knowledgeProblem({ name, size }: Pick<File, "name" | "size">): string | null {
  if (knowledgeType(name) === null) return `It cannot read files of this type; it reads ${NAMES}`;
  if (size === 0) return "This file is empty";
  if (size <= MAX_BYTES) return null;
  return `Files may have up to ${fileSize(MAX_BYTES)}; this one has ${fileSize(size)}`;
}
