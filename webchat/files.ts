import type { Config } from "./protocol.ts";

type Media = Config["media"];

/** A file that may be attached (`kind` is the type of its message), or why not. */
export type FileCheck =
  { kind: string } | { problem: "fileType" } | { problem: "fileSize"; maxBytes: number } | { problem: "fileEmpty" };

/** Checks a file before a byte of it is sent. */
export function checkFile(file: { type: string; size: number }, media: Media): FileCheck {
  const contentType = file.type.split(";")[0]?.trim().toLowerCase() ?? "";
  const found = Object.entries(media).find(([, { contentTypes }]) => contentTypes.includes(contentType));
  if (!found) return { problem: "fileType" };
  const [kind, { maxBytes }] = found;
  if (file.size === 0) return { problem: "fileEmpty" };
  return file.size > maxBytes ? { problem: "fileSize", maxBytes } : { kind };
}

/** For the file dialog: everything that may be attached. */
export function acceptedTypes(media: Media): string {
  return [...new Set(Object.values(media).flatMap(({ contentTypes }) => contentTypes))].join(",");
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"];

/** Bytes as people read them: 1.2 MB. */
export function sizeText(bytes: number, locale: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: UNITS[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(bytes / 1_000 ** power);
}
