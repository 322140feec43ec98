import { EnvelopArmor } from "@escape.tech/graphql-armor";
import type { DocumentNode, ExecutionArgs, ExecutionResult, GraphQLSchema } from "graphql";
import { createYoga, type Plugin, type YogaServerInstance } from "graphql-yoga";
import type { Params } from "./admit.ts";
import type { Served } from "./builder.ts";
import { depthRule } from "./depth-rule.ts";
import { toGraphqlError } from "./graphql-errors.ts";
import { runDocument } from "./run-document.ts";

/** What became of a document: an answer of GraphQL, or an error to be put into one. */
export type Outcome = { result: ExecutionResult } | { error: unknown };

/** What Yoga is handed beside a request: who answers what it asks. */
export type Given = { ask: (params: Params) => Outcome | Promise<Outcome> };

export type Yoga = YogaServerInstance<Given, Served>;

/** A document that was parsed, found valid and run before, and what runs it. */
export type Ready = {
  schema: GraphQLSchema;
  document: DocumentNode;
  run: (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;
};

/** By their text. Dropped all together when they are many; long ones are not kept. */
export type ReadyDocuments = Map<string, Ready>;

/** Yoga answers at one path, whatever the address of the schema. */
export const YOGA_PATH = "/gq";

const MOST_READY = 1_000;
/** In characters: all of them together stay within some ten megabytes. */
const LONGEST_READY = 10_000;

/**
 * A schema by the rules of decisions section 1: parsed and validated within limits, its answers written as GraphQL over HTTP has them.
 * @param ready is told of every document that is run.
 */
export function yogaOf(schema: GraphQLSchema, ready: ReadyDocuments): Yoga {
  const armor = new EnvelopArmor({
    // depth-rule.ts does it: questions about the schema have a limit of their own.
    maxDepth: { enabled: false },
    maxAliases: { n: 30, exposeLimits: false },
    maxTokens: { n: 2_000, exposeLimits: false },
    maxDirectives: { n: 50, exposeLimits: false },
    // run-document.ts does it: this one does not know variables, nor that paging stands in `input`.
    costLimit: { enabled: false },
    blockFieldSuggestion: { enabled: true },
  }).protect();

  return createYoga<Given, Served>({
    schema,
    graphqlEndpoint: YOGA_PATH,
    graphiql: false,
    landingPage: false,
    batching: false,
    cors: false,
    multipart: false,
    logging: false,
    context: (initial) => (initial as unknown as { served: Served }).served,
    maskedErrors: { maskError: (error) => toGraphqlError(error) },
    plugins: [...(armor.plugins as Plugin[]), guard(ready)],
  });
}

/** Hands requests on, and runs documents within their limits. */
function guard(ready: ReadyDocuments): Plugin<object, Given> {
  return {
    async onParams({ params, context, setResult }) {
      const outcome = await (context as unknown as Given).ask(params);
      if ("error" in outcome) throw outcome.error;
      setResult(outcome.result);
    },
    onValidate({ addValidationRule }) {
      addValidationRule(depthRule);
      return ({ valid, result, setResult }) => {
        if (!valid) setResult(result.map(toGraphqlError));
      };
    },
    onExecute({ args, executeFn, setExecuteFn }) {
      const run = executeFn as Ready["run"];
      const { query } = (args.contextValue as { params: Params }).params;
      if (query !== undefined && query.length <= LONGEST_READY) {
        if (ready.size >= MOST_READY) ready.clear();
        const { schema, document } = args as ExecutionArgs;
        ready.set(query, { schema, document, run });
      }
      setExecuteFn((given: ExecutionArgs) => runDocument(given, run));
    },
  };
}
