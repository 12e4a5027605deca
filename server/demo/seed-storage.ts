import { Readable } from 'node:stream'
import { demoAccounts } from '#server/demo/accounts.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import { demoRegions } from '#server/demo/fleet.ts'
import { demoStorageFiles } from '#server/demo/storage.ts'
import type { Deps } from '#server/deps.ts'
import { recordStorageChange } from '#server/domains/storage/file-storage/usage.service.ts'
import { toPersonalVolume } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

/** Puts a few small files into the storage of the first demo account. */
export async function seedStorage(deps: Deps): Promise<void> {
  const regionId = demoRegions[0]!.id
  const userId = await demoRepo(deps.database.kysely).userId(demoAccounts[0]!.phone)
  let bytes = 0
  for (const { path, content } of demoStorageFiles) {
    const place = { volume: toPersonalVolume(regionId, userId), path }
    bytes += (await deps.volumes.write(place, Readable.from([Buffer.from(content)]), { replace: true })).size_bytes
  }
  await inTransaction(deps, (tx) =>
    recordStorageChange(tx, { user_id: userId, region_id: regionId }, { bytes, files: demoStorageFiles.length }),
  )
}
