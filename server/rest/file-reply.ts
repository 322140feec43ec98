import type { ByteRange } from "../blobs/blob-store.ts";
import type { OpenUpload } from "../uploads/open-upload.ts";
import type { Answer } from "../http/answer.ts";
import type { CallHeaders } from "../http/call.ts";

/**
 * Reliability bar 57: a sniffed type from the allow-list, nothing executable, and a download for all but the four kinds of
 * image.
 */
export async function fileAnswer(upload: OpenUpload, asked: CallHeaders, isShared: boolean): Promise<Answer> {
  // A stored file never changes, so its name identifies its content.
  const etag = `"${upload.fileName}"`;
  const headers = {
    "content-type": upload.contentType,
    "content-disposition": `${upload.isInline ? "inline" : "attachment"}; ${fileNameParameters(upload)}`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    // Other sites may not embed what the portal's cookie opens. Signed links are made for embedding.
    "cross-origin-resource-policy": isShared ? "cross-origin" : "same-origin",
    // Revalidate each time: on a shared machine, a cached file must not outlive the reader's access to it.
    "cache-control": "private, no-cache",
    "accept-ranges": "bytes",
    etag,
  };
  if (
    asked
      .get("if-none-match")
      ?.split(/\s*,\s*/)
      .some((tag) => tag === "*" || tag.replace(/^W\//, "") === etag)
  )
    return { status: 304, headers, stream: null };
  const ifRange = asked.get("if-range");
  const range = ifRange === null || ifRange === etag ? readRange(asked.get("range"), upload.sizeBytes) : null;
  if (range === "unsatisfiable")
    return { status: 416, headers: { ...headers, "content-range": `bytes */${upload.sizeBytes}` }, stream: null };
  const stream = await upload.read(range);
  if (!range) return { status: 200, headers: { ...headers, "content-length": String(upload.sizeBytes) }, stream };
  const { start, end } = range;
  return {
    status: 206,
    headers: {
      ...headers,
      "content-length": String(end - start + 1),
      "content-range": `bytes ${start}-${end}/${upload.sizeBytes}`,
    },
    stream,
  };
}

/**
 * A single range, as media players request it. Anything else, such as a list of ranges, gets the whole file (RFC 9110,
 * 14.2).
 */
function readRange(text: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(text ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const [from, to] = [match[1] ?? "", match[2] ?? ""];
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== "" && to !== "" && Number(to) < start) return null;
  return start > end ? "unsatisfiable" : { start, end };
}

/** RFC 6266: plain ASCII for old readers, the original name for all others. */
function fileNameParameters({ name, fileName }: OpenUpload): string {
  const shown = name ?? fileName;
  const ascii = shown.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(shown.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
