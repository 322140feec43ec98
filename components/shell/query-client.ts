import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isPassing } from "../graphql/gql-request.ts";
import { paths } from "../paths.ts";
import { forgetSeen } from "./forget-browser.ts";

const SIGNED_OUT = new Set(["UNAUTHENTICATED", "INVALID_TOKEN"]);

/**
 * The query cache. The live stream reports changes, so focusing a tab refetches nothing.
 * After a session ended (signed out elsewhere, or after 12 hours), leads to the sign-in page and back.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && SIGNED_OUT.has(error.code)) void toSignIn();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
    },
  });
}

async function toSignIn(): Promise<void> {
  if (window.location.pathname.startsWith(paths.signIn())) return;
  // Keep pending actions for the person's return, but delete cached data.
  await forgetSeen();
  window.location.assign(paths.signIn(window.location.pathname + window.location.search));
}
