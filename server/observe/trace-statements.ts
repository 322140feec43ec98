import { beginChildSpan } from "./spans.ts";

/** Characters of a statement that a span tells: what it is and of which table. */
const MOST_TOLD = 300;

type Asked = { query: unknown };
type Ask = (...args: unknown[]) => unknown;

/**
 * Statements that are asked here become spans, where traces are kept, of whatever asked for them. What comes with a callback is what
 * the pool passes on to a connection, and was told by the pool.
 */
export function traceStatements(connection: Asked): void {
  const query = (connection.query as Ask).bind(connection);
  const traced: Ask = (...args) => {
    const open = typeof args.at(-1) === "function" ? null : beginChildSpan(...wordsOf(args[0]));
    const answer = query(...args);
    if (!open) return answer;
    if (answer instanceof Promise) {
      answer.then(
        () => open.end(),
        (error: unknown) => open.end(error),
      );
    } else open.end();
    return answer;
  };
  connection.query = traced;
}

/** Values stand beside a statement, never in it. */
function wordsOf(asked: unknown): [string, "client", { "db.system.name": string; "db.query.text": string }] {
  const text = typeof asked === "string" ? asked : textOf(asked);
  const told = text.trim().slice(0, MOST_TOLD);
  const verb = /^\w+/.exec(told)?.[0].toLowerCase() ?? "statement";
  return [`sql ${verb}`, "client", { "db.system.name": "postgresql", "db.query.text": told }];
}

function textOf(asked: unknown): string {
  return typeof asked === "object" && asked !== null && "text" in asked && typeof asked.text === "string"
    ? asked.text
    : "";
}
