import reference from "./api-reference.json" with { type: "json" };

export type ReferenceField = { name: string; type: string; isRequired: boolean; description: string | null };
export type ReferenceOperation = {
  name: string;
  kind: string;
  summary: string;
  permission: string | null;
  isIdempotent: boolean;
  isForPeople: boolean;
  inputType: string;
  input: ReferenceField[];
  result: string;
  example: { query: string; input: Record<string, unknown> };
};
export type ReferenceType = {
  name: string;
  kind: string;
  description: string | null;
  fields: ReferenceField[];
  values: string[];
};
export type ReferenceEndpoint = {
  path: string;
  sections: { title: string; operations: ReferenceOperation[] }[];
  types: ReferenceType[];
};

/** Generated from the schemas by `npm run gen` and by each build. */
export const ENDPOINTS: ReferenceEndpoint[] = reference;

export function findOperation(name: string): { path: string; operation: ReferenceOperation } | null {
  for (const { path, sections } of ENDPOINTS) {
    const operation = sections.flatMap(({ operations }) => operations).find((each) => each.name === name);
    if (operation) return { path, operation };
  }
  return null;
}

/** The sections with the operations that match: each word must be in the name or the summary. */
export function searchOperations({ sections }: ReferenceEndpoint, text: string): ReferenceEndpoint["sections"] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return sections
    .map(({ title, operations }) => ({
      title,
      operations: operations.filter(({ name, summary }) => {
        const there = `${title} ${name} ${summary}`.toLowerCase();
        return words.every((word) => there.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
}

/** The example's variables for this workspace. */
export function exampleVariables(operation: ReferenceOperation, workspaceId: number): string {
  return JSON.stringify({ input: { workspaceId, ...operation.example.input } }, null, 2);
}

/** The example as a curl command. The reader replaces the placeholders in CAPITALS. */
export function exampleCurl(origin: string, path: string, operation: ReferenceOperation, workspaceId: number): string {
  const query = operation.example.query.replace(/\s+/g, " ");
  const body = JSON.stringify({ query, variables: { input: { workspaceId, ...operation.example.input } } });
  return [
    `curl ${origin}${path} \\`,
    `  -H 'content-type: application/json' \\`,
    `  -H 'authorization: YOUR_API_KEY' \\`,
    `  -d @- <<'JSON'`,
    body,
    "JSON",
  ].join("\n");
}
