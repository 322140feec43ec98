import { reopenConv } from "../inbox/reopen-conv.ts";
import { snoozeConv } from "../inbox/snooze-conv.ts";
import { unsnoozeConv } from "../inbox/unsnooze-conv.ts";
import { builder } from "./builder.ts";
import { Conversation } from "./conversations.ts";

const ConvSnoozeInput = builder.inputType("ConvSnoozeInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    convId: t.id({ required: true }),
    until: t.field({
      type: "DateTime",
      description: "Left out: until the client writes, which ends every snooze. At most a year away.",
    }),
    onlyMe: t.boolean({ description: "For the caller's agent alone; the team's lists stay as they are." }),
  }),
});

const ConvUnsnoozeInput = builder.inputType("ConvUnsnoozeInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), convId: t.id({ required: true }) }),
});

const ConvReopenInput = builder.inputType("ConvReopenInput", {
  description: "By who ended it, within ten minutes, and while no newer one of the client is open on the channel.",
  fields: (t) => ({ workspaceId: t.int({ required: true }), convId: t.id({ required: true }) }),
});

builder.mutationFields((t) => ({
  snoozeConv: t.field({
    type: Conversation,
    args: { input: t.arg({ type: ConvSnoozeInput, required: true }) },
    resolve: (_, { input }, { ctx }) => snoozeConv(ctx, input),
  }),
  unsnoozeConv: t.field({
    type: Conversation,
    args: { input: t.arg({ type: ConvUnsnoozeInput, required: true }) },
    resolve: (_, { input }, { ctx }) => unsnoozeConv(ctx, input),
  }),
  reopenConv: t.field({
    type: Conversation,
    args: { input: t.arg({ type: ConvReopenInput, required: true }) },
    resolve: (_, { input }, { ctx }) => reopenConv(ctx, input),
  }),
}));
