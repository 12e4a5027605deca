import { z } from 'zod'
import { fileStorage } from '#contract/file-storage.ts'
import { getStoredFile } from '#server/domains/storage/file-storage/browse-folder.service.ts'
import { parseEntryName } from '#server/domains/storage/file-storage/file-name.policy.ts'
import { translateVolumeErrors } from '#server/domains/storage/file-storage/volume-errors.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { createDownloadTickets } from '#server/http/download-ticket.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { toPersonalVolume } from '#server/ports/volumes.ts'

const tickets = createDownloadTickets({
  typ: 'storage-download+jwt',
  key: (keys) => keys.storage_download,
  file: z.object({ region_id: z.string(), path: z.string() }),
  expired: 'download_link_expired',
})

/** Creates a URL that a browser can open without a header, valid for one user, one file and a few minutes. */
export async function createDownloadLink(ctx: Context, { region_id: regionId, path }: { region_id: string; path: string }) {
  const { deps, caller } = ctx
  await getStoredFile(ctx, { region_id: regionId, path })
  const { ticket, expires_at: expiresAt } = await tickets.sign(deps, caller.user_id, { region_id: regionId, path })
  return { url: `${fileStorage.download.path}?ticket=${ticket}`, expires_at: expiresAt }
}

/** Serves the file as it is now, in full or resumed from an offset. */
export async function downloadStoredFile({ deps }: Context, ticket: string): Promise<Download> {
  const { user_id: userId, region_id: regionId, path } = await tickets.read(deps, ticket)
  const place = { volume: toPersonalVolume(regionId, userId), path }
  const entry = await translateVolumeErrors(() => deps.volumes.stat(place))
  if (entry?.kind !== 'file') throw new Refusal('storage_not_found')
  return {
    file_name: parseEntryName(path),
    ranged: {
      size_bytes: entry.size_bytes,
      changed_at: entry.changed_at,
      read: (range) => translateVolumeErrors(() => deps.volumes.read(place, range)),
    },
  }
}
