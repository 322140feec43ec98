import { verb } from "../../verb.ts";
import { chatOr404 } from "./access.ts";
import { chatView } from "./chat-view.ts";

export const getPlaygroundChat = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: { convId: string }) => chatView(ctx, await chatOr404(ctx, input.convId)),
);
