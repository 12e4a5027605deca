import { Readable } from 'node:stream'
import { demo_accounts } from '#server/demo/accounts.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import { demo_regions } from '#server/demo/fleet.ts'
import { demo_files } from '#server/demo/storage.ts'
import type { Deps } from '#server/deps.ts'
import { countChange } from '#server/domains/storage/file-storage/usage.service.ts'
import { personalVolume } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

/** Puts a few small files into the storage of the first demo account. */
export async function seedStorage(deps: Deps): Promise<void> {
  const region_id = demo_regions[0]!.id
  const user_id = await demoRepo(deps.database.kysely).userId(demo_accounts[0]!.phone)
  let bytes = 0
  for (const { path, content } of demo_files) {
    const place = { volume: personalVolume(region_id, user_id), path }
    bytes += (await deps.volumes.write(place, Readable.from([Buffer.from(content)]), { replace: true })).size_bytes
  }
  await inTransaction(deps, (tx) => countChange(tx, { user_id, region_id }, { bytes, files: demo_files.length }))
}
