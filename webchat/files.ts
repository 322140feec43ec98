import type { Config } from "./protocol.ts";

type Media = Config["media"];

/** A file that may be attached (`kind` is its message type), or why not. */
export type FileCheck =
  | { kind: string }
  | { problem: "fileType" }
  | { problem: "fileSize"; maxBytes: number }
  | { problem: "fileEmpty" };

/** Checks a file before the upload starts. */
export function checkFile(file: { type: string; size: number }, media: Media): FileCheck {
  const contentType = file.type.split(";")[0]?.trim().toLowerCase() ?? "";
  const found = Object.entries(media).find(([, { contentTypes }]) => contentTypes.includes(contentType));
  if (!found) return { problem: "fileType" };
  const [kind, { maxBytes }] = found;
  if (file.size === 0) return { problem: "fileEmpty" };
  return file.size > maxBytes ? { problem: "fileSize", maxBytes } : { kind };
}

/** The accepted content types, for the file dialog. */
export function acceptedTypes(media: Media): string {
  return [...new Set(Object.values(media).flatMap(({ contentTypes }) => contentTypes))].join(",");
}

/** A readable maximum file size: 16.8 MB. */
export function sizeText(bytes: number, locale: string): string {
  const unit = { style: "unit", unit: "megabyte", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, unit).format(bytes / 1e6);
}
