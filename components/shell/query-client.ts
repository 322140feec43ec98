import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isPassing } from "../graphql/gql-request.ts";
import { paths } from "../paths.ts";
import { forgetSeen } from "./forget-browser.ts";

const SIGNED_OUT = new Set(["UNAUTHENTICATED", "INVALID_TOKEN"]);

/**
 * The cache of answers. The live stream says what has changed, so nothing is asked again just because a tab was focused.
 * A session that ended (signed out elsewhere, 12 hours over) leads to the sign-in page and back.
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
  // What waits to be done is kept for the person's return; what they saw is not.
  await forgetSeen();
  window.location.assign(paths.signIn(window.location.pathname + window.location.search));
}
