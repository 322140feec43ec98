import type { Ctx } from "../ctx.ts";
import { textsIn } from "../inbox/placeholders.ts";
import type { OpenUpload } from "../uploads/open-upload.ts";
import { addressAmong, openPicture } from "../uploads/remote-picture.ts";
import { getBroadcast } from "./get-broadcast.ts";

/**
 * A picture that lies elsewhere and that a broadcast's template has.
 * @throws AppError NOT_FOUND, UNAVAILABLE
 */
export async function pictureOfBroadcast(ctx: Ctx, input: { id: string; url: string }): Promise<OpenUpload> {
  const { templateComponents } = await getBroadcast(ctx, input);
  return openPicture(ctx, addressAmong([...textsIn(templateComponents)], input.url), "photo");
}
