import type { ResultCodeName } from '#contract/codes.ts'
import { isDiskFull } from '#server/lib/disk-full.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { VolumeError, type VolumeFault } from '#server/ports/volumes.ts'

const refusalCodes: Record<VolumeFault, ResultCodeName> = {
  not_found: 'storage_not_found',
  exists: 'storage_name_taken',
  not_a_folder: 'storage_not_a_folder',
  not_a_file: 'storage_not_a_file',
  bad_path: 'storage_path_refused',
  no_access: 'storage_no_access',
}

/** Error codes for a medium that is unreachable. */
const unavailableCodes = new Set(['EROFS', 'EIO', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'TimeoutError'])
const isUnavailable = (error: unknown): boolean => {
  const { code, name, $metadata } = error as { code?: string; name?: string; $metadata?: object }
  return unavailableCodes.has(code ?? '') || unavailableCodes.has(name ?? '') || $metadata !== undefined
}

/** Converts a volume error to an API refusal; returns errors that are neither a path fault nor an outage unchanged. */
export function toVolumeRefusal(error: unknown): unknown {
  if (error instanceof VolumeError) return new Refusal(refusalCodes[error.fault])
  if (isDiskFull(error)) return Object.assign(new Refusal('disk_full'), { cause: error })
  return isUnavailable(error) ? Object.assign(new Refusal('storage_unavailable'), { cause: error }) : error
}

/** Runs `work` and converts its volume errors to API refusals. */
export async function translateVolumeErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toVolumeRefusal(error)
  }
}
