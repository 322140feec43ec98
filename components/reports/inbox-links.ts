import { writeHappening, type Happening } from "../inbox/happening.ts";
import { paths } from "../paths.ts";

/** Moments: `startDate` is in the span, `endDate` is not. */
type Span = { startDate: string; endDate: string };

/** What a report counts of conversations and messages, and who wrote the messages. */
const AUTHOR_OF = { inbound: "client", byPerson: "person", byAssistant: "assistant", byProgram: "program" } as const;
export const COUNTS = ["opened", "ended", "inbound", "byPerson", "byAssistant", "byProgram"] as const;
type Count = (typeof COUNTS)[number];

const WHATEVER_STATE = "is:open,ended,dormant";

/**
 * Addresses of the inbox with the conversations that a number counts, in the words of its search field: the formulas of
 * docs/reports.md as conditions (list/conv-query.ts has the grammar).
 * @param also further conditions, as they are written; null: none of that kind.
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
    /** Rated in a span; `rating`: with this one. */
    rated: (span: Span, rating: number | null = null) =>
      href("is:open,ended", ...(rating === null ? [] : [`rating:${rating}`]), ...between("rated", span)),
    /** Messages of a span, by whom: an author's kind or an agent's id. */
    wrote: (who: string, span: Span, hour: Happening["hour"] = null) => happened("wrote", who, span, { hour }),
    /** Whatever was sent, by whom ever. */
    sent: (span: Span) => {
      const authors = ["person", "assistant", "program"].map((who) => happening(who, span));
      return href(WHATEVER_STATE, `wrote:${authors.join(",")}`);
    },
    given: (agentId: string, span: Span) => happened("given", agentId, span),
    /** An agent's own first answers. */
    answered: (agentId: string, span: Span) => happened("answered", agentId, span),
    /** Of what was opened: those that one kind answered first. */
    firstAnswered: (by: "person" | "assistant", span: Span) =>
      href("is:open,ended", ...between("created", span), `answered:${by}`),
    turns: (aiId: string, span: Span, outcome: string | null) => happened("turn", aiId, span, { outcome }),
    /** A report's counts by their names. */
    counted: (count: Count, span: Span): string => {
      if (count === "opened") return opened(span);
      return count === "ended" ? ended(span) : happened("wrote", AUTHOR_OF[count], span);
    },
    /** As it is now. */
    open: () => href("is:open"),
    waiting: () => href("is:waiting"),
    unassigned: () => href("is:open", "owner:none", "ai:no"),
  };
}

/** A value that the grammar would take apart stands in quotation marks. */
export function term(key: string, value: string): string {
  return `${key}:${/[\s",\\]|^[<>]/u.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : value}`;
}

/** The channel that a report was asked for alone. */
export const ofChannel = (channelId: string | null) => channelId && term("channel", channelId);

type More = Partial<Pick<Happening, "hour" | "outcome">>;

function happening(who: string, { startDate, endDate }: Span, more: More = {}): string {
  return writeHappening({ who, start: whole(startDate), end: whole(endDate), hour: null, outcome: null, ...more });
}

function between(key: string, { startDate, endDate }: Span): string[] {
  return [`${key}:>${whole(startDate)}`, `${key}:<${whole(endDate)}`];
}

const whole = (moment: string) => moment.replace(/\.\d+Z$/, "Z");
