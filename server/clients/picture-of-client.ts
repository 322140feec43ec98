import type { OpenUpload } from "../uploads/open-upload.ts";
import { addressAmong, openPicture } from "../uploads/remote-picture.ts";
import { verb } from "../verb.ts";
import { clientForActor } from "./access.ts";

/**
 * A contact's profile picture that lies elsewhere.
 * @throws AppError NOT_FOUND, UNAVAILABLE
 */
export const pictureOfClient = verb(
  { may: "USE_CONVS" },
  async (ctx, input: { id: string; url: string }): Promise<OpenUpload> => {
    const { avatarUrl } = await clientForActor(ctx, input.id);
    return openPicture(ctx, addressAmong(avatarUrl === null ? [] : [avatarUrl], input.url), "face");
  },
);
