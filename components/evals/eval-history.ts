import { randomId } from "@mantine/hooks";
import { z } from "zod";
import type { Json } from "../graphql/graphql.ts";

/** Who may have said something; `evals.history.roles` has what they are called. */
export const ROLES = ["client", "assistant", "agent"] as const;
const history = z.array(z.object({ role: z.enum(ROLES), content: z.string() }));

/** What was said before a golden question, oldest first. */
export type History = z.infer<typeof history>;
export type HistoryRow = History[number] & { id: string };

export function readHistory(json: Json): History {
  return history.safeParse(json).data ?? [];
}

/** As rows of a form. */
export function historyRows(said: History): HistoryRow[] {
  return said.map((line) => ({ ...line, id: randomId() }));
}

/** The rows as the service takes them; those in which nothing is said are left out. */
export function historyOf(rows: HistoryRow[]): History {
  return rows.map(({ role, content }) => ({ role, content: content.trim() })).filter(({ content }) => content !== "");
}

export const isRole = (value: string | null): value is History[number]["role"] => ROLES.some((role) => role === value);
