import type { GraphQLSchema } from "graphql";
import { operationsOf } from "./operation.ts";

const WIDTHS = { kind: 9, name: 35, permission: 18, plan: 11 };

/**
 * Prints every operation of the endpoints, one per line: kind, name, permission, plan feature (- for every plan), audit (-
 * for queries), and its arguments without workspaceId. Committed and reviewed like the schema.
 */
export function printOperations(endpoints: readonly { path: string; schema: GraphQLSchema }[]): string {
  return endpoints
    .map(({ path, schema }) => {
      const lines = operationsOf(schema).map(({ kind, field, input, declared: { may, plan, audit } }) => {
        const args = Object.values(input.getFields())
          .filter(({ name }) => name !== "workspaceId")
          .map(({ name, type }) => `${name}: ${String(type)}`);
        return [
          kind.padEnd(WIDTHS.kind),
          field.name.padEnd(WIDTHS.name),
          may.padEnd(WIDTHS.permission),
          (plan ?? "-").padEnd(WIDTHS.plan),
          (audit ?? "-").padEnd("everyday ".length),
          `(${args.join(", ")})`,
        ].join(" ");
      });
      return `# POST ${path}\n${lines.join("\n")}\n`;
    })
    .join("\n");
}
