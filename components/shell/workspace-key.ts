/**
 * The beginning of the cache key of everything a workspace is made of (keys, channels, webhooks, settings, tags, agents): one
 * WORKSPACE_CHANGED of the live stream makes all of it old at once.
 */
export const workspaceKey = (workspaceId: number) => ["workspace", workspaceId] as const;
