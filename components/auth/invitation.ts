import { queryOptions } from "@tanstack/react-query";
import { networkWords, refusalWords, type Refusal } from "../graphql/network-words.ts";

/** What the service shows of an invitation to anyone with its link. */
export type InvitationView =
  | { state: "accepted" | "revoked" | "expired" | "wrong" }
  | {
      state: "waiting";
      workspaceName: string;
      inviterName: string | null;
      email: string;
      role: "OWNER" | "ADMIN" | "AGENT_PLUS" | "AGENT";
      hasAccount: boolean;
      signedInAs: string | null;
    };

/** Why the service refused: a sentence, and the problems by form field. */
export class InvitationRefusal extends Error {
  override name = "InvitationRefusal";
  readonly fields: Record<string, string>;

  constructor(refusal: Refusal) {
    const { message, fields } = refusalWords(refusal);
    super(message);
    this.fields = Object.fromEntries(fields.map((field) => [field.path, field.message]));
  }
}

type Answer = { error?: Refusal };

/** The invitation of a link. An unknown link is one of its states. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: async ({ signal }): Promise<InvitationView> => {
      const response = await ask(token, "", { signal });
      if (response.status === 404) return { state: "wrong" };
      return (await read(response)) as InvitationView;
    },
  });

/** Adds the signed-in person to the workspace. */
export async function acceptInvitation(token: string): Promise<{ workspaceId: number }> {
  return (await read(await post(token, "/accept", {}))) as { workspaceId: number };
}

/** Creates the invited person's account and adds it to the workspace. Does not sign them in. */
export async function acceptWithAccount(
  token: string,
  values: { name: string; password: string },
): Promise<{ workspaceId: number; email: string }> {
  return (await read(await post(token, "/account", values))) as { workspaceId: number; email: string };
}

function post(token: string, path: string, body: object): Promise<Response> {
  return ask(token, path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function ask(token: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`/api/invitations/${encodeURIComponent(token)}${path}`, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new InvitationRefusal({ message: networkWords("unreachable") });
  }
}

async function read(response: Response): Promise<unknown> {
  const answer = (await response.json().catch(() => ({}))) as Answer;
  if (response.ok) return answer;
  throw new InvitationRefusal(answer.error ?? { message: networkWords("unreadable", response.status) });
}
