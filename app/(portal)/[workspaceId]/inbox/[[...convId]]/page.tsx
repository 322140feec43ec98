import { InboxScreen } from "../../../../../components/inbox/inbox-screen.tsx";
import { pageTitle } from "../../../../../components/i18n/page-title.ts";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/auth/page-session.ts";

export const generateMetadata = () => pageTitle("inbox");

export default async function Page({ params }: { params: Promise<{ workspaceId: string; convId?: string[] }> }) {
  const { workspaceId, convId } = await params;
  await requirePageSession(paths.signIn(paths.inbox(Number(workspaceId), convId?.[0])));
  return <InboxScreen />;
}
