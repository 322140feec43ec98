-- outside a transaction
-- The copies of pictures that lie elsewhere, newest first: a workspace's oldest ones make room (server/uploads/remote-picture.ts).
drop index concurrently if exists "Upload_picture_idx";
create index concurrently "Upload_picture_idx" on "Upload" ("workspaceId", id desc) where purpose = 'picture';
