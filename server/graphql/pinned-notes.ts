import { senderName } from "../inbox/display-name.ts";
import { listPinnedNotes } from "../inbox/list-pinned-notes.ts";
import type { PinnedNote as Pinned } from "../inbox/list-pinned-notes.ts";
import { pinNote } from "../inbox/pin-note.ts";
import { builder } from "./builder.ts";

const PinnedNote = builder.objectRef<Pinned>("PinnedNote").implement({
  description: "A note of the team that is pinned to a client.",
  fields: (t) => ({
    messageId: t.id({ resolve: ({ note }) => note.id }),
    convId: t.id({
      nullable: true,
      description: "The conversation that it was written in; null: the caller does not see that one.",
      resolve: ({ note, isReachable }) => (isReachable ? note.convId : null),
    }),
    content: t.string({ resolve: ({ note }) => note.content }),
    senderName: t.string({ nullable: true, resolve: ({ note }, _, { ctx }) => senderName(ctx, note) }),
    createdAt: t.field({ type: "DateTime", resolve: ({ note }) => note.createdAt }),
    pinnedAt: t.field({ type: "DateTime", nullable: true, resolve: ({ note }) => note.pinnedAt }),
  }),
});

const PinnedNoteList = builder.objectRef<Pinned[]>("PinnedNoteList").implement({
  fields: (t) => ({ nodes: t.field({ type: [PinnedNote], resolve: (pinned) => pinned }) }),
});

const PinnedNotesInput = builder.inputType("PinnedNotesInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), convId: t.id({ required: true }) }),
});

const NotePinInput = builder.inputType("NotePinInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    messageId: t.id({ required: true }),
    isPinned: t.boolean({ required: true, description: "False takes the pin away." }),
  }),
});

builder.queryField("pinnedNotes", (t) =>
  t.field({
    type: PinnedNoteList,
    args: { input: t.arg({ type: PinnedNotesInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listPinnedNotes(ctx, input),
  }),
);

builder.mutationField("pinNote", (t) =>
  t.field({
    type: PinnedNote,
    args: { input: t.arg({ type: NotePinInput, required: true }) },
    resolve: (_, { input }, { ctx }) => pinNote(ctx, input),
  }),
);
