import { senderName } from "../conversations/display-name.ts";
import { listPinnedNotes, type PinnedNote as Pinned } from "../messages/list-pinned-notes.ts";
import { pinNote } from "../messages/pin-note.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";
import { listOf } from "./pages.ts";

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

const PinnedNoteList = listOf(builder, PinnedNote);

const { query, mutation } = section(builder, "Messages");

query("pinnedNotes", listPinnedNotes, {
  type: PinnedNoteList,
  input: (t) => ({ convId: t.id({ required: true }) }),
  says: "The notes that are pinned to a conversation's client, whichever of their conversations they are from.",
  example: { convId: "CONV_ID" },
});

mutation("pinNote", pinNote, {
  type: PinnedNote,
  input: (t) => ({
    messageId: t.id({ required: true }),
    isPinned: t.boolean({ required: true, description: "False takes the pin away." }),
  }),
  says: "Pins a note to its client, so that it stands above the notes of all of their conversations, or unpins it.",
  example: { messageId: "NOTE_ID", isPinned: true },
});
