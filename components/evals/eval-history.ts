import { randomId } from "@mantine/hooks";
import { z } from "zod";
import type { Json } from "../graphql/graphql.ts";

/** The possible authors of a message. `evals.history.roles` has their names. */
export const ROLES = ["client", "assistant", "agent"] as const;
const history = z.array(z.object({ role: z.enum(ROLES), content: z.string() }));

/** The messages before a golden question, oldest first. */
export type History = z.infer<typeof history>;
export type HistoryRow = History[number] & { id: string };

export function readHistory(json: Json): History {
  return history.safeParse(json).data ?? [];
}

/** The messages as form rows. */
export function historyRows(said: History): HistoryRow[] {
  return said.map((line) => ({ ...line, id: randomId() }));
}

/** The rows as the service takes them. Skips rows without text. */
export function historyOf(rows: HistoryRow[]): History {
  return rows.map(({ role, content }) => ({ role, content: content.trim() })).filter(({ content }) => content !== "");
}

export const isRole = (value: string | null): value is History[number]["role"] => ROLES.some((role) => role === value);
