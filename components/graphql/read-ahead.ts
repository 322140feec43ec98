import { dehydrate, QueryClient, type DehydratedState } from "@tanstack/react-query";
import { carryBy, type Carrier } from "./carrier.ts";

/**
 * Answers that a page comes with, for a HydrationBoundary: the browser finds them in its cache under the same keys, and asks nothing.
 * What could not be read is left out, and asked by the browser, which can say why not.
 */
export async function readAhead(
  carrier: Carrier,
  read: (client: QueryClient) => Promise<unknown>,
): Promise<DehydratedState> {
  carryBy(carrier);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  await read(client);
  return dehydrate(client);
}
