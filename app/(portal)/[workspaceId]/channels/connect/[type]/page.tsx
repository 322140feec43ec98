import type { Metadata } from "next";
import { ConnectTypePage } from "../../../../../../components/channels/connect-type-page.tsx";
import { paths } from "../../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../../server/auth/page-session.ts";

export const metadata: Metadata = { title: "Connect a channel" };

export default async function Page({ params }: { params: Promise<{ workspaceId: string; type: string }> }) {
  const { workspaceId, type } = await params;
  await requirePageSession(paths.signIn(paths.connectChannel(Number(workspaceId), type)));
  return <ConnectTypePage slug={type} />;
}
