/** Formats a size: "1.2 GB", "1.2 MB", "340 kB". */
export function fileSize(bytes: number): string {
  const rounded = (unit: number) => (bytes / unit).toFixed(1).replace(/\.0$/, "");
  if (bytes >= 1_000_000_000) return `${rounded(1_000_000_000)} GB`;
  if (bytes >= 1_000_000) return `${rounded(1_000_000)} MB`;
  return `${Math.max(1, Math.round(bytes / 1_000))} kB`;
}

/** Providers send stickers as WebP without a file name. A file that a person chose has a name. */
export function isSticker(media: { contentType: string | null; fileName: string | null } | null): boolean {
  return media?.contentType === "image/webp" && media.fileName === null;
}
