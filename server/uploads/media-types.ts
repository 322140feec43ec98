import { badInput } from "../errors.ts";
import { say } from "../say.ts";

/**
 * The purpose of an upload: a CSV of contacts (bulkImportContacts), a message's media, or the knowledge of a built-in assistant.
 */
export type UploadPurpose = "import" | "media" | "knowledge";

type MediaKind = "image" | "audio" | "video" | "document";

export type MediaType = {
  contentType: string;
  /** The extension of the file's name in the storage. */
  extension: string;
  limitBytes: number;
  kind: MediaKind;
  /** The detected types that match (file-type's names); null: text, which has no signature. */
  signatures: readonly string[] | null;
};

const MIB = 1024 * 1024;

const IMPORT_LIMIT_BYTES = 50 * MIB;
/** Enough for the longest text that an assistant's source may have, including pictures. */
const KNOWLEDGE_LIMIT_BYTES = 16 * MIB;
/** 100 MiB, media as WhatsApp limits it. */
const LIMIT_BYTES: Record<MediaKind, number> = {
  image: 5 * MIB,
  audio: 16 * MIB,
  video: 16 * MIB,
  document: 100 * MIB,
};
export const LARGEST_FILE_BYTES = Math.max(IMPORT_LIMIT_BYTES, KNOWLEDGE_LIMIT_BYTES, ...Object.values(LIMIT_BYTES));

const OFFICE = "application/vnd.openxmlformats-officedocument.";
/** The container of the Office formats before 2007. It does not show which format it holds. */
const OLD_OFFICE = ["application/x-cfb"];

/** All types that can be uploaded as media. None of them can run code in a browser: no HTML, SVG or XML. */
const MEDIA: readonly Omit<MediaType, "limitBytes">[] = [
  { kind: "image", contentType: "image/png", extension: "png", signatures: ["image/png", "image/apng"] },
  { kind: "image", contentType: "image/jpeg", extension: "jpg", signatures: ["image/jpeg"] },
  { kind: "image", contentType: "image/gif", extension: "gif", signatures: ["image/gif"] },
  { kind: "image", contentType: "image/webp", extension: "webp", signatures: ["image/webp"] },
  { kind: "audio", contentType: "audio/mpeg", extension: "mp3", signatures: ["audio/mpeg"] },
  { kind: "audio", contentType: "audio/ogg", extension: "ogg", signatures: ["audio/ogg", "audio/ogg; codecs=opus"] },
  { kind: "audio", contentType: "audio/aac", extension: "aac", signatures: ["audio/aac"] },
  { kind: "audio", contentType: "audio/amr", extension: "amr", signatures: ["audio/amr"] },
  // Audio and video share one container, and browsers' recorders do not declare that a file has no video.
  { kind: "audio", contentType: "audio/mp4", extension: "m4a", signatures: ["audio/x-m4a", "audio/mp4", "video/mp4"] },
  { kind: "audio", contentType: "audio/webm", extension: "webm", signatures: ["audio/webm", "video/webm"] },
  { kind: "video", contentType: "video/mp4", extension: "mp4", signatures: ["video/mp4", "video/x-m4v"] },
  { kind: "video", contentType: "video/3gpp", extension: "3gp", signatures: ["video/3gpp"] },
  { kind: "video", contentType: "video/webm", extension: "webm", signatures: ["video/webm"] },
  { kind: "document", contentType: "application/pdf", extension: "pdf", signatures: ["application/pdf"] },
  ...(["wordprocessingml.document/docx", "spreadsheetml.sheet/xlsx", "presentationml.presentation/pptx"] as const).map(
    (name) => {
      const [type = "", extension = ""] = name.split("/");
      return { kind: "document" as const, contentType: OFFICE + type, extension, signatures: [OFFICE + type] };
    },
  ),
  { kind: "document", contentType: "application/msword", extension: "doc", signatures: OLD_OFFICE },
  { kind: "document", contentType: "application/vnd.ms-excel", extension: "xls", signatures: OLD_OFFICE },
  { kind: "document", contentType: "application/vnd.ms-powerpoint", extension: "ppt", signatures: OLD_OFFICE },
  { kind: "document", contentType: "text/plain", extension: "txt", signatures: null },
  { kind: "document", contentType: "text/csv", extension: "csv", signatures: null },
];

/**
 * Types that an assistant can read. They cannot be downloaded, so HTML among them never runs in a
 * browser.
 */
const KNOWLEDGE: readonly Omit<MediaType, "limitBytes">[] = [
  ...MEDIA.filter(({ extension }) => ["pdf", "docx", "txt", "csv"].includes(extension)),
  { kind: "document", contentType: "text/markdown", extension: "md", signatures: null },
  { kind: "document", contentType: "text/html", extension: "html", signatures: null },
];

/** Other names that browsers and systems use for the same formats. */
const ALIASES: Record<string, string> = {
  "image/jpg": "image/jpeg",
  "audio/mp3": "audio/mpeg",
  "audio/x-m4a": "audio/mp4",
  "audio/m4a": "audio/mp4",
  "audio/x-aac": "audio/aac",
  "audio/opus": "audio/ogg",
  "application/csv": "text/csv",
  "text/x-markdown": "text/markdown",
  "application/xhtml+xml": "text/html",
};

const BY_TYPE = new Map(MEDIA.map((type) => [type.contentType, { ...type, limitBytes: LIMIT_BYTES[type.kind] }]));

/** The content types that browsers on Windows use for a CSV file, including its own. */
const CSV_NAMES = ["text/csv", "text/plain", "application/vnd.ms-excel"];

/**
 * The type of a file for upload, without parameters (`; codecs=opus`).
 * @throws AppError BAD_INPUT for an unsupported type.
 */
export function uploadType(purpose: UploadPurpose, contentType: string): MediaType {
  const name = plainName(contentType);
  const csv = BY_TYPE.get("text/csv");
  if (purpose === "import") {
    if (csv && CSV_NAMES.includes(name)) return { ...csv, limitBytes: IMPORT_LIMIT_BYTES };
    throw badInput("contentType", say("clients.upload.csvOnly"));
  }
  if (purpose === "knowledge") {
    const type = KNOWLEDGE.find(({ contentType: known }) => known === name);
    if (type) return { ...type, limitBytes: KNOWLEDGE_LIMIT_BYTES };
    const endings = KNOWLEDGE.map(({ extension }) => extension).join(", ");
    throw badInput("contentType", say("clients.upload.notForAssistants", { endings }));
  }
  const type = BY_TYPE.get(name);
  if (type) return type;
  const endings = mediaTypes()
    .map(({ extension }) => extension)
    .join(", ");
  throw badInput("contentType", say("clients.upload.notSendable", { endings }));
}

/** The type with this name, in any spelling; null for an unknown type. */
export function knownMediaType(contentType: string): MediaType | null {
  return BY_TYPE.get(plainName(contentType)) ?? null;
}

/** The type that the extension of a file name or address suggests; null if it suggests none. */
export function mediaTypeOfName(name: string): MediaType | null {
  const ending = /\.([a-z0-9]{2,4})$/.exec(name.toLowerCase())?.[1] ?? "";
  const extension = ending === "jpeg" ? "jpg" : ending;
  return [...BY_TYPE.values()].find((type) => type.extension === extension) ?? null;
}

export function mediaTypes(): MediaType[] {
  return [...BY_TYPE.values()];
}

/** Whether a browser may display it. Only images; everything else is a download (reliability bar 57). */
export function isShownInline(contentType: string): boolean {
  return BY_TYPE.get(contentType)?.kind === "image";
}

/** Without parameters, and with aliases resolved. */
function plainName(contentType: string): string {
  const plain = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  return ALIASES[plain] ?? plain;
}

/** The file extension of a type; null for an unknown type. */
export function extensionOf(contentType: string): string | null {
  return BY_TYPE.get(contentType)?.extension ?? null;
}
