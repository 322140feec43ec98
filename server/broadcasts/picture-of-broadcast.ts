import { textsIn } from "../messages/placeholders.ts";
import type { OpenUpload } from "../uploads/open-upload.ts";
import { addressAmong, openPicture } from "../uploads/remote-picture.ts";
import { verb } from "../verb.ts";
import { getBroadcast } from "./get-broadcast.ts";

/**
 * Loads an externally hosted picture of a broadcast's template.
 * @throws AppError NOT_FOUND, UNAVAILABLE
 */
export const pictureOfBroadcast = verb(
  { may: "MANAGE_BROADCASTS", plan: "broadcasts" },
  async (ctx, input: { id: string; url: string }): Promise<OpenUpload> => {
    const { templateComponents } = await getBroadcast(ctx, input);
    return openPicture(ctx, addressAmong([...textsIn(templateComponents)], input.url), "photo");
  },
);
