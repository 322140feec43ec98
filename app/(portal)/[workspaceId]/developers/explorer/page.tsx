import type { Metadata } from "next";
import { ExplorerPage } from "../../../../../components/developers/explorer-page.tsx";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/auth/page-session.ts";

export const metadata: Metadata = { title: "API explorer" };

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.developers(Number(workspaceId), "explorer")));
  return <ExplorerPage />;
}
