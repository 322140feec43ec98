/** A message template as Meta keeps it; what is left out of it is left out of the answer. */
export type GraphTemplate = {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  library_template_name?: string | null;
  components?: unknown[];
};

const LISTED = ["id", "name", "language", "status", "category", "library_template_name", "components"];

/** A page of an account's templates along its cursors, or what is wrong with the question. */
export function templatePage(
  templates: readonly GraphTemplate[],
  query: URLSearchParams,
  accessToken: string,
): { problem: string } | { data: unknown[]; paging?: unknown } {
  const wanted = (query.get("fields") ?? "id,name,language,status,category").split(",");
  const unknown = wanted.find((field) => !LISTED.includes(field));
  if (unknown) return { problem: `Tried accessing nonexisting field (${unknown})` };
  const limit = Math.min(Number(query.get("limit") ?? "25"), 100);
  const after = query.get("after");
  const begin = after === null ? 0 : Number(Buffer.from(after, "base64url").toString());
  if (!Number.isInteger(begin)) return { problem: "Invalid cursor" };
  const slice = templates.slice(begin, begin + limit);
  const cursor = (index: number) => Buffer.from(String(index)).toString("base64url");
  const cursors = { before: cursor(begin), after: cursor(begin + slice.length) };
  // Meta's own carries the token in its query: nobody should ever have to call it.
  const next = `https://graph.example/never-call-this?access_token=${accessToken}`;
  const isLast = begin + limit >= templates.length;
  const data = slice.map((template) =>
    Object.fromEntries(Object.entries(template).filter(([name]) => name === "id" || wanted.includes(name))),
  );
  return { data, ...(slice.length === 0 ? {} : { paging: { cursors, ...(isLast ? {} : { next }) } }) };
}
