import { Readable } from 'node:stream'
import { demoAccounts } from '#server/demo/accounts.ts'
import { demoRepo } from '#server/demo/demo.repo.ts'
import { demoRegions } from '#server/demo/fleet.ts'
import { type DemoStorageFile, demoStorageFiles } from '#server/demo/storage.ts'
import type { Deps } from '#server/deps.ts'
import { recordStorageChange } from '#server/domains/storage/file-storage/usage.service.ts'
import { toPersonalVolume } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

const blockBytes = 1_048_576

function* readDemoFile({ content, zeros = 0 }: DemoStorageFile): Generator<Buffer> {
  yield Buffer.from(content)
  const block = Buffer.alloc(Math.min(zeros, blockBytes))
  for (let left = zeros; left > 0; left -= block.length) yield block.subarray(0, left)
}

/** Puts files into the storage of the first demo account: a few small ones in the first region, unless told otherwise. */
export async function seedStorage(
  deps: Deps,
  files: readonly DemoStorageFile[] = demoStorageFiles,
  regionId: string = demoRegions[0]!.id,
): Promise<void> {
  const userId = await demoRepo(deps.database.kysely).userId(demoAccounts[0]!.phone)
  let bytes = 0
  for (const file of files) {
    const place = { volume: toPersonalVolume(regionId, userId), path: file.path }
    bytes += (await deps.volumes.write(place, Readable.from(readDemoFile(file)), { replace: true })).size_bytes
  }
  await inTransaction(deps, (tx) =>
    recordStorageChange(tx, { user_id: userId, region_id: regionId }, { bytes, files: files.length }),
  )
}
