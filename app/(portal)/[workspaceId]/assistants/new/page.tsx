import type { Metadata } from "next";
import { NewAssistantPage } from "../../../../../components/assistants/new-assistant-page.tsx";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/auth/page-session.ts";

export const metadata: Metadata = { title: "New assistant" };

type Props = { params: Promise<{ workspaceId: string }> };

export default async function Page({ params }: Props) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.newAssistant(Number(workspaceId))));
  return <NewAssistantPage />;
}
