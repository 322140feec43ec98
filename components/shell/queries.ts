import { queryOptions } from "@tanstack/react-query";
import type { ResultOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql, type Json } from "../graphql/graphql.ts";

const VIEWER = graphql(`
  query Viewer($input: ViewerInput!) {
    viewer(input: $input) {
      workspaceId
      workspaceName
      plan
      userId
      name
      email
      avatar
      role
      agentId
      permissions
      isAvailable
      preferences
      pushKey
      isMailSetUp
      workspaces {
        workspaceId
        name
        plan
        role
      }
    }
  }
`);

const SET_AVAILABILITY = graphql(`
  mutation SetAvailability($input: AvailabilitySetInput!) {
    setAvailability(input: $input) {
      workspaceId
      isAvailable
    }
  }
`);

const SET_PREFERENCES = graphql(`
  mutation SetPreferences($input: PreferencesSetInput!) {
    setPreferences(input: $input) {
      workspaceId
      preferences
    }
  }
`);

export type Viewer = ResultOf<typeof VIEWER>["viewer"];

/** The viewer, their permissions here, and their other workspaces. */
export const viewerQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: ["viewer", workspaceId],
    queryFn: async ({ signal }) => (await gqlRequest(VIEWER, { workspaceId }, { signal })).viewer,
  });

/** Whether AUTO may assign new conversations to the viewer. */
export async function setAvailability(workspaceId: number, isAvailable: boolean): Promise<boolean> {
  return (await gqlRequest(SET_AVAILABILITY, { workspaceId, isAvailable })).setAvailability.isAvailable;
}

/** Saves changed preferences of the viewer with the account. null restores the default. */
export async function savePreferences(workspaceId: number, preferences: Json): Promise<void> {
  await gqlRequest(SET_PREFERENCES, { workspaceId, preferences });
}
