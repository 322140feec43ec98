import { clientName } from "../conversations/display-name.ts";
import { inboxLoaders } from "../conversations/inbox-loaders.ts";
import { searchInbox, type MessageHit as Hit, type SearchResult } from "../views/search-inbox.ts";
import type { Snippet } from "../views/search-words.ts";
import { builder, rows } from "./builder.ts";
import { Client } from "./clients.ts";
import { ConvRow } from "./conv-rows.ts";
import { Message } from "./messages.ts";
import { section } from "./operation.ts";
import { listOf } from "./pages.ts";

const Highlight = builder.objectRef<Snippet["highlights"][number]>("SearchHighlight").implement({
  fields: (t) => ({ start: t.exposeInt("start"), end: t.exposeInt("end") }),
});

const MessageHit = builder.objectRef<Hit>("SearchMessageHit").implement({
  fields: (t) => ({
    message: t.field({ type: Message, resolve: ({ message }) => message }),
    clientName: t.string({
      description: "Of the conversation that it stands in.",
      resolve: async ({ message }, _, { ctx }) => {
        const client = await inboxLoaders(ctx).client.load(message.clientId);
        return client ? clientName(client) : "";
      },
    }),
    snippet: t.string({
      description: "What was found with 60 characters around it.",
      resolve: ({ snippet }) => snippet.text,
    }),
    highlights: t.field({
      type: [Highlight],
      description: "Places in the snippet, in UTF-16 units.",
      resolve: ({ snippet }) => snippet.highlights,
    }),
  }),
});

const Convs = listOf(builder, ConvRow, "SearchConvs");

const Messages = builder.objectRef<SearchResult>("SearchMessages").implement({
  fields: (t) => ({
    nodes: t.field({ type: [MessageHit], resolve: ({ messages }) => messages }),
    isOnlyRecent: t.exposeBoolean("isOnlyRecent", {
      description: "Looking through everything would have taken too long: only the last 30 days were searched.",
    }),
  }),
});

const Clients = listOf(builder, Client, "SearchClients");

const InboxSearch = builder.objectRef<SearchResult>("InboxSearch").implement({
  fields: (t) => ({
    convs: t.field({ type: Convs, resolve: ({ convs }) => convs }),
    messages: t.field({ type: Messages, ...rows(200), resolve: (result) => result }),
    clients: t.field({ type: Clients, resolve: ({ clients }) => clients }),
  }),
});

const { query } = section(builder, "Conversations");

query("searchInbox", searchInbox, {
  type: InboxSearch,
  inputName: "InboxSearchInput",
  input: (t) => ({
    text: t.string({ required: true }),
    convId: t.id({ description: "Messages of this conversation alone." }),
    first: t.int({ description: "Messages, from 1 to 200 (20)." }),
  }),
  says: "Conversations, messages and contacts under some words, of those that the caller may see.",
  example: { text: "order late" },
});
