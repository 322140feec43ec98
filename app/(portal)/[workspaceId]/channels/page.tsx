import type { Metadata } from "next";
import { ChannelsPage } from "../../../../components/channels/channels-page.tsx";
import { paths } from "../../../../components/paths.ts";
import { requirePageSession } from "../../../../server/auth/page-session.ts";

export const metadata: Metadata = { title: "Channels" };

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.channels(Number(workspaceId))));
  return <ChannelsPage />;
}
