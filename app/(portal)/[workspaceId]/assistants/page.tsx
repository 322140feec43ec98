import { AssistantsPage } from "../../../../components/assistants/assistants-page.tsx";
import { pageTitle } from "../../../../components/i18n/page-title.ts";
import { paths } from "../../../../components/paths.ts";
import { requirePageSession } from "../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("assistants");

type Props = { params: Promise<{ workspaceId: string }> };

export default async function Page({ params }: Props) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.assistants(Number(workspaceId))));
  return <AssistantsPage />;
}
