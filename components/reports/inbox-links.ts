import { writeHappening, type Happening } from "../inbox/happening.ts";
import { paths } from "../paths.ts";

/** A time span: `startDate` is included, `endDate` is not. */
type Span = { startDate: string; endDate: string };

/** What a report counts, and which message authors each count means. */
const AUTHOR_OF = { inbound: "client", byPerson: "person", byAssistant: "assistant", byProgram: "program" } as const;
export const COUNTS = ["opened", "ended", "inbound", "byPerson", "byAssistant", "byProgram"] as const;
type Count = (typeof COUNTS)[number];

const WHATEVER_STATE = "is:open,ended,dormant";

/**
 * Inbox URLs for the conversations behind a figure, as search conditions that follow the formulas of docs/reports.md. The
 * grammar is in list/conv-query.ts.
 * @param also more conditions in search syntax. null: none.
 */
export function convLinks(workspaceId: number, also: readonly (string | null)[] = []) {
  const href = (...terms: string[]) => {
    const q = [...terms, ...also.filter((each) => each !== null)].join(" ");
    return paths.inbox(workspaceId, undefined, new URLSearchParams({ q }).toString());
  };
  const happened = (field: string, who: string, span: Span, more: More = {}) =>
    href(WHATEVER_STATE, `${field}:${happening(who, span, more)}`);
  const opened = (span: Span) => href("is:open,ended", "-is:dormant", ...between("created", span));
  const ended = (span: Span) => href("is:ended", "-is:dormant", ...between("ended", span));
  return {
    opened,
    ended,
    /** Rated in a span. `rating`: only with this rating. */
    rated: (span: Span, rating: number | null = null) =>
      href("is:open,ended", ...(rating === null ? [] : [`rating:${rating}`]), ...between("rated", span)),
    /** Messages in a span by author: an author's kind or an agent's ID. */
    wrote: (who: string, span: Span, hour: Happening["hour"] = null) => happened("wrote", who, span, { hour }),
    /** All sent messages, by any author. */
    sent: (span: Span) => {
      const authors = ["person", "assistant", "program"].map((who) => happening(who, span));
      return href(WHATEVER_STATE, `wrote:${authors.join(",")}`);
    },
    given: (agentId: string, span: Span) => happened("given", agentId, span),
    /** An agent's own first responses. */
    answered: (agentId: string, span: Span) => happened("answered", agentId, span),
    /** Conversations opened in the span whose first response came from this kind of author. */
    firstAnswered: (by: "person" | "assistant", span: Span) =>
      href("is:open,ended", ...between("created", span), `answered:${by}`),
    turns: (aiId: string, span: Span, outcome: string | null) => happened("turn", aiId, span, { outcome }),
    /** A report's counts by name. */
    counted: (count: Count, span: Span): string => {
      if (count === "opened") return opened(span);
      return count === "ended" ? ended(span) : happened("wrote", AUTHOR_OF[count], span);
    },
    /** The current state. */
    open: () => href("is:open"),
    waiting: () => href("is:waiting"),
    unassigned: () => href("is:open", "owner:none", "ai:no"),
  };
}

/** Puts a value in quotation marks if the grammar would split it. */
export function term(key: string, value: string): string {
  return `${key}:${/[\s",\\]|^[<>]/u.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : value}`;
}

/** The channel that the report is limited to. */
export const ofChannel = (channelId: string | null) => channelId && term("channel", channelId);

type More = Partial<Pick<Happening, "hour" | "outcome">>;

function happening(who: string, { startDate, endDate }: Span, more: More = {}): string {
  return writeHappening({ who, start: whole(startDate), end: whole(endDate), hour: null, outcome: null, ...more });
}

function between(key: string, { startDate, endDate }: Span): string[] {
  return [`${key}:>${whole(startDate)}`, `${key}:<${whole(endDate)}`];
}

const whole = (moment: string) => moment.replace(/\.\d+Z$/, "Z");
