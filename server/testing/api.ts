import { createGraphqlServer } from "../graphql/serving/graphql-server.ts";
import { assistantSchema, coreSchema } from "../graphql/schema.ts";

/** A GraphQL endpoint's response as a caller receives it. */
export type Answer = {
  status: number;
  headers: Headers;
  data: Record<string, never> | null;
  errors: {
    message: string;
    path?: (string | number)[];
    extensions: { code: string; fields?: { path: string; message: string }[] };
  }[];
  extensions: Record<string, unknown>;
};

/** A caller's credentials: a raw API key, a portal token, or none. */
export type Credentials = { key: string } | { token: string } | null;

export type Api = {
  /** Sends a document with `input` as its one variable. `workspaceId` is added if the input has none. */
  call: (query: string, input?: Record<string, unknown>) => Promise<Answer>;
  /** For operations that must succeed: returns the result of the document's only root field. */
  ok: <T = Record<string, unknown>>(query: string, input?: Record<string, unknown>) => Promise<T>;
  /** For operations that must be refused: returns `code`, `message` and the paths of `fields`. */
  refusal: (
    query: string,
    input?: Record<string, unknown>,
  ) => Promise<{ code: string; message: string; paths: string[] }>;
  post: (body: unknown, headers?: Record<string, string>) => Promise<Answer>;
};

const SERVERS = {
  "/core/gq": createGraphqlServer(coreSchema),
  "/bot/gq": createGraphqlServer(assistantSchema),
};

/** The API for one caller: complete requests through the real handler. */
export function api(credentials: Credentials, workspaceId?: number, path: keyof typeof SERVERS = "/core/gq"): Api {
  const authorization: Record<string, string> =
    credentials === null
      ? {}
      : { authorization: "key" in credentials ? credentials.key : `Bearer ${credentials.token}` };

  const post: Api["post"] = async (body, headers = {}) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const usual = {
      "content-type": "application/json",
      accept: "application/json",
    };
    const response = await SERVERS[path].door(
      new Request(`http://localhost:3000${path}`, {
        method: "POST",
        headers: { ...usual, ...authorization, ...headers },
        body: text,
      }),
    );
    const answer = (await response.json()) as Partial<Answer>;
    return {
      status: response.status,
      headers: response.headers,
      data: answer.data ?? null,
      errors: answer.errors ?? [],
      extensions: answer.extensions ?? {},
    };
  };

  const call: Api["call"] = (query, input = {}) => post({ query, variables: { input: { workspaceId, ...input } } });

  return {
    post,
    call,
    async ok<T>(query: string, input?: Record<string, unknown>) {
      const { data, errors } = await call(query, input);
      if (errors.length > 0 || !data) throw new Error(`refused: ${JSON.stringify(errors)}`);
      return Object.values(data)[0] as T;
    },
    async refusal(query, input) {
      const { data, errors } = await call(query, input);
      const [error] = errors;
      if (!error) throw new Error(`not refused: ${JSON.stringify(data)}`);
      const { code, fields } = error.extensions;
      return { code, message: error.message, paths: (fields ?? []).map(({ path }) => path) };
    },
  };
}
