import type { useTranslations } from "next-intl";
import { fileSize } from "../composer/file-words.ts";

type Translate = ReturnType<typeof useTranslations<"knowledge.files">>;

/**
 * The files that a built-in assistant can read, by file extension: browsers do not know the type of all of them.
 * The texts under `knowledge.files` list them too.
 */
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
export const MAX_BYTES = 16 * 1024 * 1024;

/** For the browser's file dialog. */
export const ACCEPTED = [...TYPES.keys()].map((ending) => `.${ending}`).join(",");

/** The content type of a file that an assistant can read. null: it cannot read the file. */
export function knowledgeType(fileName: string): string | null {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
  return TYPES.get(ending) ?? null;
}

/** Why an assistant cannot read a file, in words. null: it can. Checked before the upload. */
export function knowledgeProblem({ name, size }: Pick<File, "name" | "size">, t: Translate): string | null {
  if (knowledgeType(name) === null) return t("otherType");
  if (size === 0) return t("empty");
  if (size <= MAX_BYTES) return null;
  return t("tooLarge", { max: fileSize(MAX_BYTES), size: fileSize(size) });
}
