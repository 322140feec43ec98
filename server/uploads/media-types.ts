import { badInput } from "../errors.ts";
import { say } from "../say.ts";

/** What an upload is for: a CSV of contacts (bulkImportContacts), a message's media, or what a built-in assistant answers from. */
export type UploadPurpose = "import" | "media" | "knowledge";

type MediaKind = "image" | "audio" | "video" | "document";

export type MediaType = {
  contentType: string;
  /** Of the file's name in the storage. */
  extension: string;
  limitBytes: number;
  kind: MediaKind;
  /** What the bytes of such a file are found to be (file-type's words); null: text, which has no signature. */
  signatures: readonly string[] | null;
};

const MIB = 1024 * 1024;

/** decisions section 12. */
const IMPORT_LIMIT_BYTES = 50 * MIB;
/** A longer text than an assistant's source may have does not need more, pictures in it included. */
const KNOWLEDGE_LIMIT_BYTES = 16 * MIB;
/** decisions section 13: 100 MiB, media as WhatsApp limits it. */
const LIMIT_BYTES: Record<MediaKind, number> = {
  image: 5 * MIB,
  audio: 16 * MIB,
  video: 16 * MIB,
  document: 100 * MIB,
};
/** No upload may be larger. */
export const LARGEST_FILE_BYTES = Math.max(IMPORT_LIMIT_BYTES, KNOWLEDGE_LIMIT_BYTES, ...Object.values(LIMIT_BYTES));

const OFFICE = "application/vnd.openxmlformats-officedocument.";
/** The container of the Office formats before 2007: it does not say which of them it holds. */
const OLD_OFFICE = ["application/x-cfb"];

/** Everything that may be uploaded as media. Nothing in it can run in a browser: no HTML, SVG or XML. */
const MEDIA: readonly Omit<MediaType, "limitBytes">[] = [
  { kind: "image", contentType: "image/png", extension: "png", signatures: ["image/png", "image/apng"] },
  { kind: "image", contentType: "image/jpeg", extension: "jpg", signatures: ["image/jpeg"] },
  { kind: "image", contentType: "image/gif", extension: "gif", signatures: ["image/gif"] },
  { kind: "image", contentType: "image/webp", extension: "webp", signatures: ["image/webp"] },
  { kind: "audio", contentType: "audio/mpeg", extension: "mp3", signatures: ["audio/mpeg"] },
  { kind: "audio", contentType: "audio/ogg", extension: "ogg", signatures: ["audio/ogg", "audio/ogg; codecs=opus"] },
  { kind: "audio", contentType: "audio/aac", extension: "aac", signatures: ["audio/aac"] },
  { kind: "audio", contentType: "audio/amr", extension: "amr", signatures: ["audio/amr"] },
  // One container serves sound and pictures: recorders of browsers do not say that there are no pictures in it.
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

/** What an assistant can read (decisions section 10). Never given out again, so that a page among them runs nowhere. */
const KNOWLEDGE: readonly Omit<MediaType, "limitBytes">[] = [
  ...MEDIA.filter(({ extension }) => ["pdf", "docx", "txt", "csv"].includes(extension)),
  { kind: "document", contentType: "text/markdown", extension: "md", signatures: null },
  { kind: "document", contentType: "text/html", extension: "html", signatures: null },
];

/** Other names under which browsers and systems know the same formats. */
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

/** What browsers on Windows call a CSV file, beside its own name. */
const CSV_NAMES = ["text/csv", "text/plain", "application/vnd.ms-excel"];

/**
 * The type of a file that somebody wants to upload; parameters (`; codecs=opus`) do not matter.
 * @throws AppError BAD_INPUT for one that is not taken.
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

/** The type of this name, in whatever spelling; null for one that is none of ours. */
export function knownMediaType(contentType: string): MediaType | null {
  return BY_TYPE.get(plainName(contentType)) ?? null;
}

/** The type of which a file's name or address says that it is; null where the ending says nothing. */
export function mediaTypeOfName(name: string): MediaType | null {
  const ending = /\.([a-z0-9]{2,4})$/.exec(name.toLowerCase())?.[1] ?? "";
  const extension = ending === "jpeg" ? "jpg" : ending;
  return [...BY_TYPE.values()].find((type) => type.extension === extension) ?? null;
}

export function mediaTypes(): MediaType[] {
  return [...BY_TYPE.values()];
}

/** Images that a browser may show by itself; everything else is a download (reliability bar 57). */
export function isShownInline(contentType: string): boolean {
  return BY_TYPE.get(contentType)?.kind === "image";
}

/** Without parameters, and one name where there are several. */
function plainName(contentType: string): string {
  const plain = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  return ALIASES[plain] ?? plain;
}

/** The ending of the names of such files; null for a type that is none of ours. */
export function extensionOf(contentType: string): string | null {
  return BY_TYPE.get(contentType)?.extension ?? null;
}
