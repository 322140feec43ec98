import { reopenConv } from "../inbox/reopen-conv.ts";
import { snoozeConv } from "../inbox/snooze-conv.ts";
import { unsnoozeConv } from "../inbox/unsnooze-conv.ts";
import { builder } from "./builder.ts";
import { Conversation } from "./conversations.ts";
import { section } from "./operation.ts";

const { mutation } = section(builder, "Conversations");

mutation("snoozeConv", snoozeConv, {
  type: Conversation,
  input: (t) => ({
    convId: t.id({ required: true }),
    until: t.field({
      type: "DateTime",
      description: "Left out: until the client writes, which ends every snooze. At most a year away.",
    }),
    onlyMe: t.boolean({ description: "For the caller's agent alone; the team's lists stay as they are." }),
  }),
  says: "Puts a conversation aside until a time, or until the client writes; it comes back to the top of the list.",
  example: { convId: "CONV_ID", until: "TIME_TO_COME" },
});

mutation("unsnoozeConv", unsnoozeConv, {
  type: Conversation,
  input: (t) => ({ convId: t.id({ required: true }) }),
  says: "Ends a conversation's snooze before its time.",
  example: { convId: "CONV_ID" },
});

mutation("reopenConv", reopenConv, {
  type: Conversation,
  inputSays: "By who ended it, within ten minutes, and while no newer one of the client is open on the channel.",
  input: (t) => ({ convId: t.id({ required: true }) }),
  says: "Takes back the end of a conversation that the caller ended less than ten minutes ago.",
  example: { convId: "CONV_ID" },
});
