import type { Ctx } from "../ctx.ts";
import type { OpenUpload } from "../uploads/open-upload.ts";
import { addressAmong, openPicture } from "../uploads/remote-picture.ts";
import { clientForActor } from "./access.ts";

/**
 * A contact's profile picture that lies elsewhere.
 * @throws AppError NOT_FOUND, UNAVAILABLE
 */
export async function pictureOfClient(ctx: Ctx, input: { id: string; url: string }): Promise<OpenUpload> {
  const { avatarUrl } = await clientForActor(ctx, input.id);
  return openPicture(ctx, addressAmong(avatarUrl === null ? [] : [avatarUrl], input.url), "face");
}
