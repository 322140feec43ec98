import { addressAmong, openPicture } from "../uploads/remote-picture.ts";
import { verb } from "../verb.ts";
import { clientForActor } from "./access.ts";

/** A contact's profile picture that is stored on another server. */
export const pictureOfClient = verb({ may: "USE_CONVS" }, async (ctx, input: { id: string; url: string }) => {
  const { avatarUrl } = await clientForActor(ctx, input.id);
  return openPicture(ctx, addressAmong(avatarUrl === null ? [] : [avatarUrl], input.url), "face");
});
