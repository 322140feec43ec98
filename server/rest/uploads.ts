import type { IncomingMessage, ServerResponse } from "node:http";
import { systemCtx } from "../auth/system-ctx.ts";
import { FileAway } from "../uploads/access.ts";
import { openUpload } from "../uploads/open-upload.ts";
import { storeUpload } from "../uploads/store-upload.ts";
import type { UploadLink } from "../uploads/upload-link.ts";
import { CORS } from "./cors.ts";
import { callerIn, workspaceNumber } from "./file-caller.ts";
import { fileReply, sendFileReply, toFileResponse } from "./file-reply.ts";
import type { FileReply } from "./file-reply.ts";
import { errorReply, fromNode, fromRequest, replyTo, RestError, sendReply, toResponse } from "./reply.ts";
import type { Incoming, Reply } from "./reply.ts";

type Params = { workspaceId: string; fileName: string };

/** A request as both doors read it. */
type Asked = { incoming: Incoming; params: Params; query: URLSearchParams };

const JOB = "upload-link";
/** Most files are here within seconds. */
const COPYING_RETRY_SECONDS = 2;

/** PUT /uploads/:workspaceId/:fileName?expires&signature: the bytes of a file, to the address that createUpload answered. */
export async function putUpload(request: Request, params: Params): Promise<Response> {
  return toResponse(await takeFile({ incoming: fromRequest(request), params, query: queryOf(request.url) }));
}

/**
 * GET /uploads/:workspaceId/:fileName: a media file, for a session or a key of its workspace, or by a signed link. A file of
 * another workspace is answered as one that does not exist.
 */
export async function getUpload(request: Request, params: Params): Promise<Response> {
  const asked = { incoming: fromRequest(request), params, query: queryOf(request.url) };
  return toFileResponse(request, await giveFile(asked));
}

/** The same on node:http, ahead of Next. */
export async function putUploadOnNode(
  request: IncomingMessage,
  response: ServerResponse,
  { workspaceId = "", fileName = "" }: Record<string, string>,
): Promise<void> {
  const asked = { incoming: fromNode(request), params: { workspaceId, fileName }, query: queryOf(request.url ?? "") };
  sendReply(request, response, await takeFile(asked));
}

/** The same on node:http, ahead of Next. */
export async function getUploadOnNode(
  request: IncomingMessage,
  response: ServerResponse,
  { workspaceId = "", fileName = "" }: Record<string, string>,
): Promise<void> {
  const asked = { incoming: fromNode(request), params: { workspaceId, fileName }, query: queryOf(request.url ?? "") };
  await sendFileReply(request, response, await giveFile(asked));
}

/** From any page: the signature is the proof, and a web chat's visitors bring their files from its frame. */
async function takeFile({ incoming, params, query }: Asked): Promise<Reply> {
  const reply = await replyTo(async () => {
    const link = linkOf(params, query) ?? { ...ids(params), expires: "", signature: "" };
    const body = await storeUpload(systemCtx(link.workspaceId, JOB), link, (limit) => limited(incoming, limit));
    return { status: 201, body };
  });
  return { ...reply, headers: { ...CORS, ...reply.headers } };
}

/** The body up to the limit; a larger one is refused as soon as that is known. */
async function* limited({ header, body }: Incoming, limitBytes: number): AsyncGenerator<Uint8Array> {
  const tooLarge = () => new RestError(413, `The file may have at most ${sizeText(limitBytes)}`);
  if (Number(header("content-length") ?? 0) > limitBytes) throw tooLarge();
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > limitBytes) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ECONNRESET")
      throw new RestError(400, "The upload broke off");
    throw error;
  }
}

function sizeText(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return Number.isInteger(mebibytes) ? `${mebibytes} MiB` : `${bytes} bytes`;
}

async function giveFile({ incoming, params, query }: Asked): Promise<Reply | FileReply> {
  try {
    const { workspaceId, fileName } = ids(params);
    const link = linkOf(params, query);
    const ctx = link ? systemCtx(workspaceId, JOB) : await callerIn(workspaceId, incoming, "File");
    return await fileReply(await openUpload(ctx, fileName, link), incoming, link !== null);
  } catch (error) {
    if (error instanceof FileAway) return awayReply(error);
    return errorReply(error);
  }
}

/** Of a client's file that is still at their provider, or for ever. */
function awayReply({ state, message }: FileAway): Reply {
  if (state === "lost") return { status: 410, body: { error: { code: "GONE", message } } };
  const headers = { "retry-after": String(COPYING_RETRY_SECONDS) };
  return { status: 503, body: { error: { code: "UNAVAILABLE", message } }, headers };
}

function ids({ workspaceId, fileName }: Params): { workspaceId: number; fileName: string } {
  return { workspaceId: workspaceNumber(workspaceId), fileName };
}

/** The signature in the address; null for an address without one. */
function linkOf(params: Params, query: URLSearchParams): UploadLink | null {
  const [expires, signature] = [query.get("expires"), query.get("signature")];
  return expires === null && signature === null
    ? null
    : { ...ids(params), expires: expires ?? "", signature: signature ?? "" };
}

function queryOf(url: string): URLSearchParams {
  return new URL(url, "http://localhost").searchParams;
}
