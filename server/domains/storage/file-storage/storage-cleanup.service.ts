import type { Deps } from '#server/deps.ts'
import { clearUploads } from '#server/domains/storage/file-storage/complete-upload.service.ts'
import { forgetTasks } from '#server/domains/storage/file-storage/extract.service.ts'
import { clearClosed, measureStale } from '#server/domains/storage/file-storage/usage.service.ts'

/** Everything about stored files that goes by dates. */
export async function keepStorage(deps: Deps): Promise<void> {
  await clearUploads(deps)
  await clearClosed(deps)
  await forgetTasks(deps)
  await measureStale(deps)
}
