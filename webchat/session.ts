import { ApiError, ask } from "./api.ts";
import type { Ask } from "./api.ts";
import type { Host } from "./host.ts";
import type { User } from "./protocol.ts";

type Answer = { token: string; visitorId: string; isVerified: boolean };

export type Session = {
  /** There is a visitor whom the server knows, or has known. */
  hasToken: () => boolean;
  /** Begins or renews the session. A user whose proof is wrong is refused: ApiError 401. */
  begin: () => Promise<void>;
  /** Asks as the visitor, beginning a session where there is none and once more where it ran out. */
  call: (path: string, how?: Ask) => Promise<Response>;
  setUser: (user: User) => void;
  /** The token of another tab, or none. */
  adopt: (token: string | null) => void;
};

/**
 * The visitor's session. Until somebody writes or is proven to be somebody there is none: looking at the chat leaves nothing
 * behind, neither here nor at the server.
 * @param onVisitor hears when the visitor has become another one: what is shown is not theirs
 */
export function createSession(base: string, host: Host, onVisitor: () => void): Session {
  let token = host.start.token;
  let user = host.start.user;
  let visitorId: string | null = null;
  let beginning: Promise<void> | null = null;

  const keep = (next: string | null) => {
    token = next;
    host.tell({ type: "token", token });
  };

  async function post(known: string | null): Promise<void> {
    const page = await host.page();
    const body = { ...(known ? { token: known } : {}), ...proofOf(user), ...(page ? { page } : {}) };
    let answer: Answer;
    try {
      answer = (await (await ask(`${base}/session`, { method: "POST", body })).json()) as Answer;
    } catch (error) {
      // The token ran out, or the proof is wrong: without the token it shows which. Until then the token is kept.
      if (error instanceof ApiError && error.status === 401 && known) return post(null);
      throw error;
    }
    keep(answer.token);
    const isOther = visitorId !== null && visitorId !== answer.visitorId;
    visitorId = answer.visitorId;
    if (isOther) onVisitor();
  }

  function begin(): Promise<void> {
    beginning ??= post(token).finally(() => (beginning = null));
    return beginning;
  }

  return {
    hasToken: () => token !== null,
    begin,
    call: async (path, how = {}) => {
      if (!token || beginning) await begin();
      const url = path.startsWith("/ext/") ? new URL(path, base).href : base + path;
      try {
        return await ask(url, { ...how, token });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        await begin();
        return ask(url, { ...how, token });
      }
    },
    setUser: (next) => (user = next),
    adopt: (next) => {
      token = next;
      visitorId = null;
      if (next === null) user = null;
    },
  };
}

/** Who the visitor is said to be, as the server takes it. */
function proofOf(user: User | null): Record<string, unknown> {
  if (!user) return {};
  const { id, hash, jwt, ...profile } = user;
  return {
    ...(id !== null ? { identifier: id } : {}),
    ...(hash ? { identifierHash: hash } : {}),
    ...(jwt ? { userJwt: jwt } : {}),
    ...(Object.keys(profile).length > 0 ? { profile } : {}),
  };
}
