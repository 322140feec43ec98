import type { IncomingMessage, ServerResponse } from "node:http";
import { sameOrigin } from "../auth/same-origin.ts";
import { pictureOfBroadcast } from "../broadcasts/picture-of-broadcast.ts";
import { pictureOfClient } from "../clients/picture-of-client.ts";
import { notFound } from "../errors.ts";
import { pictureOfMessage } from "../inbox/picture-of-message.ts";
import { idOrNil } from "../text-rules.ts";
import { callerIn, workspaceNumber } from "./file-caller.ts";
import { fileReply, sendFileReply, toFileResponse } from "./file-reply.ts";
import type { FileReply } from "./file-reply.ts";
import { errorReply, fromNode, fromRequest } from "./reply.ts";
import type { Incoming, Reply } from "./reply.ts";

type Params = { workspaceId: string; of: string; id: string };

/** What has pictures, by its name in the address. */
const PICTURE_OF = new Map([
  ["messages", pictureOfMessage],
  ["clients", pictureOfClient],
  ["broadcasts", pictureOfBroadcast],
]);

/**
 * GET /pictures/:workspaceId/:of/:id?url=…: a picture that lies elsewhere and that this message, client or broadcast shows to the
 * caller. The browser asks nobody but us, so that its address stays with us.
 */
export async function getPicture(request: Request, params: Params): Promise<Response> {
  return toFileResponse(request, await givePicture(fromRequest(request), request.url, params));
}

/** The same on node:http, ahead of Next. */
export async function getPictureOnNode(
  request: IncomingMessage,
  response: ServerResponse,
  { workspaceId = "", of = "", id = "" }: Record<string, string>,
): Promise<void> {
  const reply = await givePicture(fromNode(request), request.url ?? "", { workspaceId, of, id });
  await sendFileReply(request, response, reply);
}

async function givePicture(
  incoming: Incoming,
  address: string,
  { workspaceId, of, id }: Params,
): Promise<Reply | FileReply> {
  try {
    const ctx = await callerIn(workspaceNumber(workspaceId), incoming, "Picture", ({ kind }, headers) => {
      // A picture on another site would have us fetch it in the name of that site's visitor.
      if (kind === "session") sameOrigin(headers);
    });
    const pictureOf = PICTURE_OF.get(of);
    if (!pictureOf) throw notFound("Picture");
    const url = new URL(address, "http://localhost").searchParams.get("url") ?? "";
    return await fileReply(await pictureOf(ctx, { id: idOrNil(id), url }), incoming, false);
  } catch (error) {
    return errorReply(error);
  }
}
