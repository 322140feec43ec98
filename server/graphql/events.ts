import { listEvents, type EventPage as Page, type EventRecord } from "../webhooks/list-events.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";
import { WebhookEvent } from "./webhooks.ts";

const Event = builder.objectRef<EventRecord>("Event").implement({
  fields: (t) => ({
    id: t.exposeID("id", { description: "The webhook-id under which webhooks get this event." }),
    event: t.expose("event", { type: WebhookEvent }),
    payload: t.field({ type: "JSON", resolve: (event) => event.payload }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

// Not PageInfo: an event log has no count, and there is always a cursor to continue from.
const EventPageInfo = builder.objectRef<Page["pageInfo"]>("EventPageInfo").implement({
  fields: (t) => ({
    endCursor: t.exposeString("endCursor", { description: "Pass it as after to go on; there even when nothing was." }),
    hasNextPage: t.exposeBoolean("hasNextPage", { description: "There is more to be had at once." }),
  }),
});

const EventPage = builder.objectRef<Page>("EventPage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [Event], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: EventPageInfo, resolve: (page) => page.pageInfo }),
  }),
});

const { query } = section(builder, "Webhooks");

query("events", listEvents, {
  type: EventPage,
  input: (t) => ({ after: t.string(), first: t.int() }),
  says: "Pulls what webhooks are sent, oldest first after a cursor, for systems that cannot be called.",
  example: { first: 100 },
});
