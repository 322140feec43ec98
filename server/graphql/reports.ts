import {
  conversationsReport,
  type ConversationsReport as Report,
  type Counts,
  type Ratings,
  type Spread as SpreadFacts,
  type Times,
} from "../reports/conversations-report.ts";
import { channelsReport, type ChannelReport as ChannelFacts } from "../reports/channels-report.ts";
import { INTERVALS } from "../reports/period.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";
import { listOf } from "./pages.ts";
import { RatingCount } from "./rating-count.ts";

const ReportInterval = builder.enumType("ReportInterval", { values: INTERVALS });

const ConversationCounts = builder.interfaceRef<Counts>("ConversationCounts").implement({
  description: "How often something happened in conversations.",
  fields: (t) => ({
    opened: t.exposeInt("opened"),
    ended: t.exposeInt("ended"),
    inbound: t.exposeInt("inbound", { description: "Messages of clients." }),
    byPerson: t.exposeInt("byPerson", { description: "Messages that agents sent." }),
    byAssistant: t.exposeInt("byAssistant"),
    byProgram: t.exposeInt("byProgram", {
      description: "Everything else that was sent: by keys, broadcasts and from elsewhere.",
    }),
  }),
});

const ReportTotals = builder.objectRef<Counts>("ReportTotals").implement({ interfaces: [ConversationCounts] });

const ReportPoint = builder.objectRef<Report["series"][number]>("ReportPoint").implement({
  interfaces: [ConversationCounts],
  fields: (t) => ({ at: t.expose("at", { type: "DateTime" }) }),
});

const ReportChannel = builder.objectRef<Report["byChannel"][number]>("ReportChannel").implement({
  interfaces: [ConversationCounts],
  fields: (t) => ({ integrationId: t.exposeID("integrationId"), name: t.exposeString("name") }),
});

const ReportTag = builder.objectRef<Report["byTag"][number]>("ReportTag").implement({
  fields: (t) => ({ tag: t.exposeString("tag"), opened: t.exposeInt("opened") }),
});

const ReportSource = builder.objectRef<Report["bySource"][number]>("ReportSource").implement({
  fields: (t) => ({
    sourceType: t.exposeString("sourceType", { description: "As messages name it: ad, link, page and others." }),
    adId: t.exposeString("adId", { nullable: true, description: "The provider's id of an advertisement." }),
    headline: t.exposeString("headline", { nullable: true, description: "Of the advertisement." }),
    url: t.exposeString("url", { nullable: true, description: "The address, if it is no known advertisement." }),
    convs: t.exposeInt("convs", { description: "Conversations in which a message of the period came from it." }),
  }),
});

const ReportPrice = builder.objectRef<Report["byPrice"][number]>("ReportPrice").implement({
  fields: (t) => ({
    category: t.exposeString("category", {
      description: "As the provider names it. WhatsApp: marketing, utility, authentication, service and others.",
    }),
    messages: t.exposeInt("messages"),
    charged: t.exposeInt("charged", { description: "Those that cost; the others are free. Failed ones are left out." }),
  }),
});

const ReportHour = builder.objectRef<Report["byHour"][number]>("ReportHour").implement({
  fields: (t) => ({
    weekday: t.exposeInt("weekday", { description: "1 is Monday, 7 Sunday." }),
    hour: t.exposeInt("hour"),
    inbound: t.exposeInt("inbound"),
  }),
});

const Spread = builder.objectRef<SpreadFacts>("Spread").implement({
  description: "A time over many conversations, in seconds.",
  fields: (t) => ({
    count: t.exposeInt("count"),
    median: t.exposeFloat("median", { nullable: true }),
    p90: t.exposeFloat("p90", { nullable: true, description: "Nine of ten took no longer." }),
  }),
});

const ReportTimes = builder.objectRef<Times>("ReportTimes").implement({
  fields: (t) => ({
    firstResponseByPerson: t.expose("firstResponseByPerson", {
      type: Spread,
      description:
        "From the client's first message to the first answer after it, of conversations opened in the period.",
    }),
    firstResponseByAssistant: t.expose("firstResponseByAssistant", { type: Spread }),
    resolution: t.expose("resolution", {
      type: Spread,
      description: "From opening to ending, of conversations ended in the period.",
    }),
  }),
});

const RatingFigures = builder.interfaceRef<Ratings>("RatingFigures").implement({
  description: "Ratings that clients gave in a period.",
  fields: (t) => ({
    asked: t.exposeInt("asked", { description: "How often clients were asked for a rating in the period." }),
    count: t.exposeInt("count"),
    average: t.exposeFloat("average", { nullable: true, description: "Null while there is none." }),
    distribution: t.expose("distribution", {
      type: [RatingCount],
      description: "How many gave each rating, the lowest first.",
    }),
  }),
});

const ReportChannelRatings = builder
  .objectRef<Report["ratings"]["byChannel"][number]>("ReportChannelRatings")
  .implement({
    interfaces: [RatingFigures],
    fields: (t) => ({ integrationId: t.exposeID("integrationId"), name: t.exposeString("name") }),
  });

const ReportRatings = builder.objectRef<Report["ratings"]>("ReportRatings").implement({
  interfaces: [RatingFigures],
  fields: (t) => ({ byChannel: t.expose("byChannel", { type: [ReportChannelRatings] }) }),
});

const ReportBacklog = builder.objectRef<Report["backlog"]>("ReportBacklog").implement({
  fields: (t) => ({
    open: t.exposeInt("open"),
    needsResponse: t.exposeInt("needsResponse"),
    unassigned: t.exposeInt("unassigned"),
  }),
});

const ConversationsReport = builder.objectRef<Report>("ConversationsReport").implement({
  fields: (t) => ({
    totals: t.expose("totals", { type: ReportTotals }),
    series: t.expose("series", {
      type: [ReportPoint],
      description: "The points at which something happened, in order.",
    }),
    byChannel: t.expose("byChannel", { type: [ReportChannel] }),
    byTag: t.expose("byTag", { type: [ReportTag], description: "By the tags that they have now; at most 30." }),
    bySource: t.expose("bySource", {
      type: [ReportSource],
      description: "What led clients to write, the most frequent first; at most 30.",
    }),
    byPrice: t.expose("byPrice", {
      type: [ReportPrice],
      description: "Sent messages by what their provider charges for, as far as it says so (WhatsApp).",
    }),
    byHour: t.expose("byHour", { type: [ReportHour] }),
    times: t.expose("times", { type: ReportTimes }),
    ratings: t.expose("ratings", { type: ReportRatings }),
    backlog: t.expose("backlog", { type: ReportBacklog, description: "As it is now." }),
  }),
});

const ChannelReport = builder.objectRef<ChannelFacts>("ChannelReport").implement({
  fields: (t) => ({
    integrationId: t.exposeID("integrationId"),
    days: t.field({
      type: ["Int"],
      description: "Messages per day in both directions, without notes, oldest first. The last is today's.",
      resolve: ({ days }) => days,
    }),
  }),
});

const { query } = section(builder, "Conversations");

query("channelsReport", channelsReport, {
  type: listOf(builder, ChannelReport),
  input: (t) => ({ timeZone: t.string({ required: true, description: "An IANA name, like Europe/Berlin." }) }),
  says: "How much was written on each channel today and on the six days before. A channel without messages is left out.",
  example: { timeZone: "Europe/Berlin" },
});

query("conversationsReport", conversationsReport, {
  type: ConversationsReport,
  input: (t) => ({
    startDate: t.field({ type: "DateTime", required: true, description: "Inclusive." }),
    endDate: t.field({ type: "DateTime", required: true, description: "Exclusive." }),
    interval: t.field({ type: ReportInterval, required: true }),
    timeZone: t.string({ required: true, description: "An IANA name, like Europe/Berlin." }),
    integrationId: t.id(),
    tag: t.string(),
  }),
  says: "What happened in conversations in a period: volume, speed, channels, tags, hours of the week.",
  example: {
    startDate: "2026-11-01T00:00:00Z",
    endDate: "2026-12-01T00:00:00Z",
    interval: "day",
    timeZone: "Europe/Berlin",
  },
});
