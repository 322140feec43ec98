import { redirect } from "next/navigation";
import { paths } from "../../../components/paths.ts";

export default async function WorkspacePage({ params }: { params: Promise<{ workspaceId: string }> }) {
  redirect(paths.inbox(Number((await params).workspaceId)));
}
