import { GraphQLError } from "graphql";
import { faultOf } from "../../database-away.ts";
import { AppError } from "../../errors.ts";
import { worded, wordingBeside } from "../../http/answer.ts";
import { log } from "../../log.ts";
import { currentRequestId } from "../../observe/request-context.ts";

/**
 * Any error as GraphQL shows it. Ours keep code and sentence; GraphQL's own (syntax, validation, coercion) are BAD_INPUT;
 * all else is INTERNAL with a request id, and the detail goes to the log under that id.
 */
export function toGraphqlError(error: unknown): GraphQLError {
  const original = error instanceof GraphQLError ? error.originalError : error;
  const place = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {};
  if (original instanceof AppError) {
    return new GraphQLError(original.message, {
      ...place,
      extensions: {
        code: original.code,
        ...wordingBeside(original.said),
        ...(original.fields ? { fields: original.fields.map(worded) } : {}),
        ...(original.retryAfterSeconds ? { retryAfterSeconds: original.retryAfterSeconds } : {}),
        // 503 whatever the caller accepts: nothing was answered.
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
  // Whoever asked has gone, and stopped what they had asked for.
  if (original instanceof DOMException && original.name === "AbortError") log.debug({ requestId }, "given up");
  else log.error({ requestId, err: original }, "unexpected error");
  const { message, code, said, httpStatus: status, headers } = faultOf(original, requestId);
  // 503 whatever the caller accepts (decisions section 17): nothing was answered.
  const http = { spec: code !== "UNAVAILABLE", status, headers };
  return new GraphQLError(message, { ...place, extensions: { code, ...wordingBeside(said), requestId, http } });
}

/** GraphQL quotes the whole object that it cannot use, passwords and tokens included. */
function withoutValues(message: string): string {
  return message.replace(/ got invalid value \{.*\}(?= at "|;)/s, " got an invalid value");
}

const OURS = { MISSING_WORKSPACE_ID: true, RATE_LIMITED: true };

/** The place that GraphQL's coercion names (`… at "input.name"`), as `fields` of BAD_INPUT. */
function fieldsOf(error: GraphQLError): { path: string; message: string }[] {
  const at = /at "([^"]+)"/.exec(error.message)?.[1] ?? /Field "([^"]+)" of required type/.exec(error.message)?.[1];
  return [{ path: at ?? "input", message: withoutValues(error.message) }];
}
