import { verb } from "../../verb.ts";
import { chatOr404 } from "./access.ts";
import { chatView, type ChatView } from "./chat-view.ts";

/** A chat with all that was said and done in it. @throws AppError NOT_FOUND */
export const getPlaygroundChat = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: { convId: string }): Promise<ChatView> => {
    return chatView(ctx, await chatOr404(ctx, input.convId));
  },
);
