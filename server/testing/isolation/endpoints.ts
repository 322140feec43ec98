import type { GraphQLSchema } from "graphql";
import { assistantSchema, coreSchema } from "../../graphql/schema.ts";
import type { Plan } from "../../generated/prisma/enums.ts";
import { ASSISTANT_OPERATIONS } from "./assistant-operations.ts";
import { CORE_MUTATIONS } from "./core-mutations.ts";
import { CORE_QUERIES } from "./core-queries.ts";
import type { Expectation } from "./expectation.ts";
import { REVIEWED, rightOf, type Right } from "./roles.ts";

/** An expectation, with the required right and a plan that includes the operation. */
export type Expected = Expectation & { right: Right; plan: Plan };

function reviewed(expectations: Record<string, Expectation>): Record<string, Expected> {
  return Object.fromEntries(
    Object.entries(expectations).map(([name, expectation]) => {
      const plan = REVIEWED.get(name)?.plan === "gateway" ? "GATEWAY" : "PREMIUM";
      return [name, { right: rightOf(name), plan, ...expectation }];
    }),
  );
}

/** Every GraphQL endpoint, with the expectations for each of its operations. */
export const ENDPOINTS: { path: string; schema: GraphQLSchema; expectations: Record<string, Expected> }[] = [
  { path: "/core/gq", schema: coreSchema, expectations: reviewed({ ...CORE_QUERIES, ...CORE_MUTATIONS }) },
  { path: "/bot/gq", schema: assistantSchema, expectations: reviewed(ASSISTANT_OPERATIONS) },
];

/** The expectations of all operations. */
export const EXPECTATIONS: Record<string, Expected> = Object.fromEntries(
  ENDPOINTS.flatMap(({ expectations }) => Object.entries(expectations)),
);
