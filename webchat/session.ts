import { ApiError, ask, type Ask } from "./api.ts";
import type { Host } from "./host.ts";
import type { User } from "./protocol.ts";

type Answer = { token: string; visitorId: string };

export type Session = {
  /** There is a visitor whom the server knows, or whom the site says it knows. */
  isKnown: () => boolean;
  /** Begins or renews the session. A user whose proof is wrong is refused: ApiError 401. */
  begin: () => Promise<void>;
  /**
   * Asks as the visitor, beginning a session where there is none and once more where it ran out. An answer that comes when the
   * visitor has become another one is none: ApiError 0.
   * @returns the answer's JSON
   */
  call: (path: string, how?: Ask) => Promise<unknown>;
  setUser: (user: User) => void;
  /** The token of another tab, or none. @returns whether it is another visitor's */
  adopt: (token: string | null) => boolean;
};

/**
 * The visitor's session. Until somebody writes or is proven to be somebody there is none: looking at the chat leaves nothing
 * behind, neither here nor at the server.
 * @param onVisitor hears when the visitor has become another one: what is shown is not theirs
 */
export function createSession(base: string, host: Host, onVisitor: () => void): Session {
  let { token, user } = host.start;
  let visitorId: string | null = null;
  let beginning: Promise<void> | null = null;
  /** Counts visitors: what was asked for one of them is not shown to the next, nor kept. */
  let turn = 0;
  const isKnown = () => token !== null || (user !== null && (user.id !== null || user.jwt !== undefined));

  async function post(known: string | null): Promise<void> {
    const [whose, said] = [turn, user];
    const isOver = () => whose !== turn || said !== user;
    // Said to be somebody else meanwhile: once more, as them. Signed out: nobody wants a session any more.
    const again = async () => (whose === turn || isKnown() ? post(token) : undefined);
    let answer: Answer;
    try {
      const body = { ...(known ? { token: known } : {}), ...proofOf(user) };
      answer = (await (await ask(`${base}/session`, { method: "POST", body })).json()) as Answer;
    } catch (error) {
      if (isOver()) return again();
      // The token ran out, or the proof is wrong: without the token it shows which. Until then the token is kept.
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

/** Whom a token is of, by what it says itself: to tell another tab's renewal from another visitor. */
function visitorOf(token: string | null): unknown {
  try {
    const claims = token?.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/");
    return (JSON.parse(atob(claims ?? "")) as { sub?: unknown }).sub;
  } catch {
    return null;
  }
}

/** Who the visitor is said to be, as the server takes it. */
function proofOf(user: User | null): Record<string, unknown> {
  if (!user) return {};
  const { id, hash, jwt, ...profile } = user;
  // What is not there is left out by JSON.
  return { identifier: id ?? undefined, identifierHash: hash, userJwt: jwt, profile };
}
