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

/** The kinds of record with pictures, by their name in the URL. */
const PICTURE_OF = new Map([
  ["messages", pictureOfMessage],
  ["clients", pictureOfClient],
  ["broadcasts", pictureOfBroadcast],
]);

/**
 * GET /pictures/:workspaceId/:of/:id?url=…: an external picture that this message, contact or broadcast shows to the
 * caller. The browser requests it only from us, so the other host does not learn its IP address.
 */
export async function getPicture({ params, headers, query }: Call): Promise<Answer> {
  const { workspaceId = "", of = "", id = "" } = params;
  const ctx = await callerIn(workspaceNumber(workspaceId), headers, "picture", ({ kind }) => {
    // Otherwise an image on another site could make us fetch a picture with that visitor's session.
    if (kind === "session") sameOrigin(headers);
  });
  const pictureOf = PICTURE_OF.get(of);
  if (!pictureOf) throw notFound("picture");
  return fileAnswer(await pictureOf(ctx, { id: idOrNil(id), url: query.get("url") ?? "" }), headers, false);
}
