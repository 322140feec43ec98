import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { workspaceKey } from "../shell/workspace-key.ts";

const ACCOUNT = graphql(`
  query CreditAccount($input: CreditAccountInput!) {
    creditAccount(input: $input) {
      balance
      reserved
    }
  }
`);

const PACKS = graphql(`
  query CreditPacks($input: CreditPacksInput!) {
    creditPacks(input: $input) {
      onSale
      nodes {
        id
        credits
        priceUsdCents
      }
    }
  }
`);

const ENTRIES = graphql(`
  query CreditEntries($input: CreditEntriesInput!) {
    creditEntries(input: $input) {
      nodes {
        id
        delta
        kind
        messageId
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const CHECKOUT = graphql(`
  mutation CreateCreditCheckout($input: CreditCheckoutCreateInput!) {
    createCreditCheckout(input: $input) {
      url
    }
  }
`);

export type CreditPack = ResultOf<typeof PACKS>["creditPacks"]["nodes"][number];
export type CreditEntry = ResultOf<typeof ENTRIES>["creditEntries"]["nodes"][number];

const ENTRIES_PAGE = 30;
/** Polling interval: sending uses credits all the time, and the live stream has no event for it. */
const LOOK_AGAIN_MS = 10_000;

const creditsKey = (workspaceId: number) => [...workspaceKey(workspaceId), "credits"];

export const creditAccountQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...creditsKey(workspaceId), "account"],
    queryFn: async ({ signal }) => (await gqlRequest(ACCOUNT, { workspaceId }, { signal })).creditAccount,
    refetchInterval: LOOK_AGAIN_MS,
  });

export const creditPacksQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...creditsKey(workspaceId), "packs"],
    queryFn: async ({ signal }) => (await gqlRequest(PACKS, { workspaceId }, { signal })).creditPacks,
  });

export const creditEntriesQuery = (workspaceId: number) =>
  infiniteQueryOptions({
    queryKey: [...creditsKey(workspaceId), "entries"],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const input = { workspaceId, first: ENTRIES_PAGE, after: pageParam };
      return (await gqlRequest(ENTRIES, input, { signal })).creditEntries;
    },
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    refetchInterval: LOOK_AGAIN_MS,
  });

export const createCheckout = async (input: VariablesOf<typeof CHECKOUT>["input"]) =>
  (await gqlRequest(CHECKOUT, input)).createCreditCheckout.url;
