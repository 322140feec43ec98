import { GraphQLError } from "graphql";
import { faultOf } from "../../database-away.ts";
import { AppError } from "../../errors.ts";
import { worded, wordingBeside } from "../../http/answer.ts";
import { log } from "../../log.ts";
import { currentRequestId } from "../../observe/request-context.ts";

/**
 * Converts any error for GraphQL. Our errors keep their code and sentence. GraphQL's own (syntax, validation, coercion)
 * become BAD_INPUT. Everything else becomes INTERNAL with a request ID, and the details are logged under that ID.
 */
export function toGraphqlError(error: unknown): GraphQLError {
  const original = error instanceof GraphQLError ? error.originalError : error;
  const place = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {};
  if (original instanceof AppError) {
    return new GraphQLError(original.message, {
      ...place,
      extensions: {
        code: original.code,
        ...(original.hint !== undefined ? { hint: original.hint } : {}),
        ...wordingBeside(original.said),
        ...(original.fields ? { fields: original.fields.map(worded) } : {}),
        ...(original.retryAfterSeconds ? { retryAfterSeconds: original.retryAfterSeconds } : {}),
        // 503 whatever the caller accepts, because the document did not run.
        http: { spec: original.code !== "UNAVAILABLE", status: original.httpStatus, headers: original.headers },
      },
    });
  }
  if (error instanceof GraphQLError && (!original || original instanceof GraphQLError)) {
    const { code, ...rest } = error.extensions;
    return new GraphQLError(withoutValues(error.message), {
      ...place,
      source: error.source,
      positions: error.positions,
      extensions: {
        ...rest,
        code: typeof code === "string" && code in OURS ? code : "BAD_INPUT",
        fields: fieldsOf(error),
      },
    });
  }
  const requestId = currentRequestId();
  // The caller disconnected, which aborted the request.
  if (original instanceof DOMException && original.name === "AbortError") log.debug({ requestId }, "given up");
  else log.error({ requestId, err: original }, "unexpected error");
  const { message, code, said, httpStatus: status, headers } = faultOf(original, requestId);
  // 503 whatever the caller accepts, because the document did not run.
  const http = { spec: code !== "UNAVAILABLE", status, headers };
  return new GraphQLError(message, { ...place, extensions: { code, ...wordingBeside(said), requestId, http } });
}

/** Removes the quoted object from GraphQL's messages, because it may contain passwords and tokens. */
function withoutValues(message: string): string {
  return message.replace(/ got invalid value \{.*\}(?= at "|;)/s, " got an invalid value");
}

const OURS = { MISSING_WORKSPACE_ID: true, RATE_LIMITED: true };

/** The path that GraphQL's coercion error names (`… at "input.name"`), as `fields` of BAD_INPUT. */
function fieldsOf(error: GraphQLError): { path: string; message: string }[] {
  const at = /at "([^"]+)"/.exec(error.message)?.[1] ?? /Field "([^"]+)" of required type/.exec(error.message)?.[1];
  return [{ path: at ?? "input", message: withoutValues(error.message) }];
}
