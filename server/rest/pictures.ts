import { sameOrigin } from "../auth/same-origin.ts";
import { pictureOfBroadcast } from "../broadcasts/picture-of-broadcast.ts";
import { pictureOfClient } from "../clients/picture-of-client.ts";
import { notFound } from "../errors.ts";
import type { Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { pictureOfMessage } from "../media/picture-of-message.ts";
import { idOrNil } from "../text-rules.ts";
import { callerIn, workspaceNumber } from "./file-caller.ts";
import { fileAnswer } from "./file-reply.ts";

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
export async function getPicture({ params, headers, query }: Call): Promise<Answer> {
  const { workspaceId = "", of = "", id = "" } = params;
  const ctx = await callerIn(workspaceNumber(workspaceId), headers, "picture", ({ kind }) => {
    // A picture on another site would have us fetch it in the name of that site's visitor.
    if (kind === "session") sameOrigin(headers);
  });
  const pictureOf = PICTURE_OF.get(of);
  if (!pictureOf) throw notFound("picture");
  return fileAnswer(await pictureOf(ctx, { id: idOrNil(id), url: query.get("url") ?? "" }), headers, false);
}
