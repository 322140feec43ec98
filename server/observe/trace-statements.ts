import { beginChildSpan } from "./spans.ts";

/** The most characters of a statement in a span: enough for its kind and table. */
const MOST_TOLD = 300;

type Asked = { query: unknown };
type Ask = (...args: unknown[]) => unknown;

/**
 * Records a span for each statement of this connection when traces are kept. Calls with a callback come from the pool, which
 * has already recorded them.
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

/** The statement's text. Values are passed separately, so they never appear in a span. */
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
