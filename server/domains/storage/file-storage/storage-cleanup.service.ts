import type { Deps } from '#server/deps.ts'
import { cleanUpUploads } from '#server/domains/storage/file-storage/complete-upload.service.ts'
import { cleanUpExtractions } from '#server/domains/storage/file-storage/extract.service.ts'
import { cleanUpClosedStorage, measureStaleUsage } from '#server/domains/storage/file-storage/usage.service.ts'

/** Runs all time-based cleanup of stored files. */
export async function cleanUpStorage(deps: Deps): Promise<void> {
  await cleanUpUploads(deps)
  await cleanUpClosedStorage(deps)
  await cleanUpExtractions(deps)
  await measureStaleUsage(deps)
}
