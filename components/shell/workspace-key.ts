/**
 * The cache key prefix of all workspace data (keys, channels, webhooks, settings, tags, agents). One WORKSPACE_CHANGED event of
 * the live stream invalidates all of it.
 */
export const workspaceKey = (workspaceId: number) => ["workspace", workspaceId] as const;
