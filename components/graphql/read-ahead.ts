import { dehydrate, QueryClient, type DehydratedState } from "@tanstack/react-query";
import { carryBy, type Carrier } from "./carrier.ts";

/**
 * Responses delivered with a page, for a HydrationBoundary. The browser finds them in its cache under the same keys and sends no
 * request.
 * A failed read is left out. The browser then sends the request itself and can show the error.
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
