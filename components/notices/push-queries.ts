import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";

const SAVE = graphql(`
  mutation SavePushSubscription($input: PushSubscriptionSaveInput!) {
    savePushSubscription(input: $input) {
      seenAt
    }
  }
`);

const DELETE = graphql(`
  mutation DeletePushSubscription($input: PushSubscriptionDeleteInput!) {
    deletePushSubscription(input: $input) {
      seenAt
    }
  }
`);

type Saved = { workspaceId: number; endpoint: string; p256dh: string; auth: string; timeZone: string };

/** Tells this browser from now on while the portal is closed, or renews that. */
export async function savePushSubscription(input: Saved): Promise<void> {
  await gqlRequest(SAVE, input);
}

export async function deletePushSubscription(input: Pick<Saved, "workspaceId" | "endpoint">): Promise<void> {
  await gqlRequest(DELETE, input);
}
