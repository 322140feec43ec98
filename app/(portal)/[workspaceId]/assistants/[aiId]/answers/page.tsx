import type { Metadata } from "next";
import { AssistantAnswersPage } from "../../../../../../components/assistants/assistant-answers-page.tsx";
import { paths } from "../../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../../server/auth/page-session.ts";

export const metadata: Metadata = { title: "Answers" };

type Props = { params: Promise<{ workspaceId: string; aiId: string }> };

export default async function Page({ params }: Props) {
  const { workspaceId, aiId } = await params;
  await requirePageSession(paths.signIn(paths.assistant(Number(workspaceId), aiId, "answers")));
  return <AssistantAnswersPage aiId={aiId} />;
}
