import { ApiError, ask, type Ask } from "./api.ts";
import type { Host } from "./host.ts";
import type { User } from "./protocol.ts";

type Answer = { token: string; visitorId: string };

export type Session = {
  /** Whether there is a visitor whom the server knows, or whom the site has identified. */
  isKnown: () => boolean;
  /** Starts or renews the session. A user with an invalid proof is refused: ApiError 401. */
  begin: () => Promise<void>;
  /**
   * Sends a request as the visitor. Starts a session if there is none, and renews an expired one once. If the visitor changes
   * before the response arrives, it is discarded: ApiError 0.
   * @returns the response's JSON
   */
  call: (path: string, how?: Ask) => Promise<unknown>;
  setUser: (user: User) => void;
  /** Takes over another tab's token. null: none. @returns whether it belongs to another visitor */
  adopt: (token: string | null) => boolean;
};

/**
 * The visitor's session. It starts when the visitor writes or is verified. Only looking at the chat stores nothing, neither here
 * nor on the server.
 * @param onVisitor called when the visitor changes: the displayed data is not theirs
 */
export function createSession(base: string, host: Host, onVisitor: () => void): Session {
  let { token, user } = host.start;
  let visitorId: string | null = null;
  let beginning: Promise<void> | null = null;
  /** Counts visitors, so that the responses for one visitor are neither shown to nor stored for the next. */
  let turn = 0;
  const isKnown = () => token !== null || (user !== null && (user.id !== null || user.jwt !== undefined));

  async function post(known: string | null): Promise<void> {
    const [whose, said] = [turn, user];
    const isOver = () => whose !== turn || said !== user;
    // The identity changed during the request: repeat it with the new one. After a sign-out no session is needed.
    const again = async () => (whose === turn || isKnown() ? post(token) : undefined);
    let answer: Answer;
    try {
      const body = { ...(known ? { token: known } : {}), ...proofOf(user) };
      answer = (await (await ask(`${base}/session`, { method: "POST", body })).json()) as Answer;
    } catch (error) {
      if (isOver()) return again();
      // Either the token expired or the proof is invalid. A request without the token shows which. Keep the token until then.
      if (error instanceof ApiError && error.status === 401 && known) return post(null);
      throw error;
    }
    if (isOver()) return again();
    token = answer.token;
    host.notify({ type: "token", token });
    const isOther = visitorId !== null && visitorId !== answer.visitorId;
    visitorId = answer.visitorId;
    if (!isOther) return;
    turn += 1;
    onVisitor();
  }

  function begin(): Promise<void> {
    beginning ??= post(token).finally(() => (beginning = null));
    return beginning;
  }

  return {
    isKnown,
    begin,
    call: async (path, how = {}) => {
      const whose = turn;
      const same = <T>(value: T): T => {
        if (whose !== turn) throw new ApiError(0, "another visitor");
        return value;
      };
      const url = path.startsWith("/ext/") ? new URL(path, base).href : base + path;
      if (!token || beginning) await begin();
      const once = () => ask(url, { ...how, token: same(token) });
      const response = await once().catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        await begin();
        return once();
      });
      return same(response.status === 204 ? null : ((await response.json()) as unknown));
    },
    setUser: (next) => (user = next),
    adopt: (next) => {
      const isOther = next === null || visitorOf(next) !== visitorOf(token);
      token = next;
      if (next === null) user = null;
      if (!isOther) return false;
      turn += 1;
      visitorId = null;
      return true;
    },
  };
}

/** The visitor ID in a token, to distinguish another tab's renewal from another visitor. */
function visitorOf(token: string | null): unknown {
  try {
    const claims = token?.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/");
    return (JSON.parse(atob(claims ?? "")) as { sub?: unknown }).sub;
  } catch {
    return null;
  }
}

/** The visitor's identity in the server's format. */
function proofOf(user: User | null): Record<string, unknown> {
  if (!user) return {};
  const { id, hash, jwt, ...profile } = user;
  // JSON omits undefined values.
  return { identifier: id ?? undefined, identifierHash: hash, userJwt: jwt, profile };
}
