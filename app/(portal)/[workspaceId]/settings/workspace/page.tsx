import type { Metadata } from "next";
import { WorkspacePage } from "../../../../../components/settings/workspace-page.tsx";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/auth/page-session.ts";

export const metadata: Metadata = { title: "Workspace settings" };

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.settings(Number(workspaceId), "workspace")));
  return <WorkspacePage />;
}
