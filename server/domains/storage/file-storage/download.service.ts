import { z } from 'zod'
import { file_storage } from '#contract/file-storage.ts'
import { getFile } from '#server/domains/storage/file-storage/browse-folder.service.ts'
import { nameOf } from '#server/domains/storage/file-storage/file-name.policy.ts'
import { withVolumes } from '#server/domains/storage/file-storage/volume-errors.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { downloadTickets } from '#server/http/download-ticket.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { personalVolume } from '#server/ports/volumes.ts'

const tickets = downloadTickets({
  typ: 'storage-download+jwt',
  key: (keys) => keys.storage_download,
  file: z.object({ region_id: z.string(), path: z.string() }),
  expired: 'download_link_expired',
})

/** An address that a browser can open without a header, for one user, one file and a few minutes. */
export async function downloadLink(ctx: Context, { region_id, path }: { region_id: string; path: string }) {
  const { deps, caller } = ctx
  await getFile(ctx, { region_id, path })
  const { ticket, expires_at } = await tickets.sign(deps, caller.user_id, { region_id, path })
  return { url: `${file_storage.download.path}?ticket=${ticket}`, expires_at }
}

/** The file as it is now, whole or from where a download was broken off. */
export async function download({ deps }: Context, ticket: string): Promise<Download> {
  const { user_id, region_id, path } = await tickets.read(deps, ticket)
  const place = { volume: personalVolume(region_id, user_id), path }
  const entry = await withVolumes(() => deps.volumes.stat(place))
  if (entry?.kind !== 'file') throw new Refusal('storage_not_found')
  return {
    file_name: nameOf(path),
    ranged: {
      size_bytes: entry.size_bytes,
      changed_at: entry.changed_at,
      read: (range) => withVolumes(() => deps.volumes.read(place, range)),
    },
  }
}
