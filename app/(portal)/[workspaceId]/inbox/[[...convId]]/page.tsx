import type { Metadata } from "next";
import { InboxScreen } from "../../../../../components/inbox/inbox-screen.tsx";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/auth/page-session.ts";

export const metadata: Metadata = { title: "Inbox" };

export default async function Page({ params }: { params: Promise<{ workspaceId: string; convId?: string[] }> }) {
  const { workspaceId, convId } = await params;
  await requirePageSession(paths.signIn(paths.inbox(Number(workspaceId), convId?.[0])));
  return <InboxScreen />;
}
