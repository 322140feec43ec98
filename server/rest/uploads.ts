import { systemCtx } from "../auth/system-ctx.ts";
import { RestError, type Answer } from "../http/answer.ts";
import type { ApiCall } from "../http/api-call.ts";
import type { Call } from "../http/call.ts";
import { say } from "../say.ts";
import { FileAway } from "../uploads/access.ts";
import { openUpload } from "../uploads/open-upload.ts";
import { storeUpload } from "../uploads/store-upload.ts";
import type { UploadLink } from "../uploads/upload-link.ts";
import { callerIn, workspaceNumber } from "./file-caller.ts";
import { fileAnswer } from "./file-reply.ts";

const JOB = "upload-link";
/** Most files are copied within seconds. */
const COPYING_RETRY_SECONDS = 2;

const LINK = {
  path: { workspaceId: "The workspace's number", fileName: "The name that `createUpload` made" },
  query: { expires: "Of a signed link", signature: "Of a signed link" },
} as const;

export const putUploadApi: ApiCall = {
  group: "Files and exports",
  summary: "Upload a file",
  details:
    "To the address that the GraphQL operation `createUpload` answers with, once. The address is the proof: send no key.",
  caller: "anybody",
  ...LINK,
  body: "file",
  answer: { status: 201, says: "It is stored." },
  refusals: ["FORBIDDEN_WORKSPACE", "NOT_FOUND", "CONFLICT", "BAD_INPUT", "UNAVAILABLE"],
};

export const getUploadApi: ApiCall = {
  group: "Files and exports",
  summary: "Download a file",
  details: "With a key of its workspace, or by a signed link without one. A file that the provider has lost is 410.",
  caller: "key",
  ...LINK,
  answer: { status: 200, says: "The file, with its own content type.", type: "*/*" },
  refusals: [
    ...(["UNAUTHENTICATED", "INVALID_TOKEN", "FORBIDDEN_WORKSPACE", "FORBIDDEN_ROLE", "NOT_FOUND"] as const),
    ...(["RATE_LIMITED", "UNAVAILABLE"] as const),
  ],
};

/**
 * PUT /uploads/:workspaceId/:fileName?expires&signature: uploads a file to the URL from createUpload. Allowed from any page:
 * the signature is the proof, and web chat visitors upload from the chat's frame.
 */
export async function putUpload(call: Call): Promise<Answer> {
  const link = linkOf(call) ?? { ...idsOf(call), expires: "", signature: "" };
  const body = await storeUpload(systemCtx(link.workspaceId, JOB), link, (limit) => limited(call, limit));
  return { status: 201, body };
}

/**
 * GET /uploads/:workspaceId/:fileName: a media file, for a session or a key of its workspace, or by a signed link. A file of
 * another workspace gets the same response as a missing one.
 */
export async function getUpload(call: Call): Promise<Answer> {
  try {
    const { workspaceId, fileName } = idsOf(call);
    const link = linkOf(call);
    const ctx = link ? systemCtx(workspaceId, JOB) : await callerIn(workspaceId, call.headers, "file");
    return await fileAnswer(await openUpload(ctx, fileName, link), call.headers, link !== null);
  } catch (error) {
    if (error instanceof FileAway) return awayAnswer(error);
    throw error;
  }
}

/** The body up to the limit. A larger one is refused as soon as its size is known. */
async function* limited({ headers, body }: Call, limitBytes: number): AsyncGenerator<Uint8Array> {
  const tooLarge = () => new RestError(413, say("clients.upload.tooLarge", { size: sizeText(limitBytes) }));
  if (Number(headers.get("content-length") ?? 0) > limitBytes) throw tooLarge();
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > limitBytes) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ECONNRESET")
      throw new RestError(400, say("clients.upload.brokeOff"));
    throw error;
  }
}

function sizeText(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return Number.isInteger(mebibytes) ? `${mebibytes} MiB` : `${bytes} bytes`;
}

/** The response for a contact's file that is still at the provider or lost. */
function awayAnswer({ state, message }: FileAway): Answer {
  if (state === "lost") return { status: 410, body: { error: { code: "GONE", message } } };
  const headers = { "retry-after": String(COPYING_RETRY_SECONDS) };
  return { status: 503, body: { error: { code: "UNAVAILABLE", message } }, headers };
}

function idsOf({ params }: Call): { workspaceId: number; fileName: string } {
  const { workspaceId = "", fileName = "" } = params;
  return { workspaceId: workspaceNumber(workspaceId), fileName };
}

/** The signature in the URL; null without one. */
function linkOf(call: Call): UploadLink | null {
  const [expires, signature] = [call.query.get("expires"), call.query.get("signature")];
  return expires === null && signature === null
    ? null
    : { ...idsOf(call), expires: expires ?? "", signature: signature ?? "" };
}
