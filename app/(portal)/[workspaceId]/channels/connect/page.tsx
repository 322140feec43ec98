import type { Metadata } from "next";
import { ConnectPage } from "../../../../../components/channels/connect-page.tsx";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/auth/page-session.ts";

export const metadata: Metadata = { title: "Connect a channel" };

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.connectChannel(Number(workspaceId))));
  return <ConnectPage />;
}
