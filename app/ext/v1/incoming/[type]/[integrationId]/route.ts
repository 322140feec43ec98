import { incomingProvider, providerHandshake } from "../../../../../../server/rest/incoming-provider.ts";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ type: string; integrationId: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return providerHandshake(request, await params);
}

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return incomingProvider(request, await params);
}
