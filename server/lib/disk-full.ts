/** System calls, PostgreSQL's `disk_full`, and stores that speak S3. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100', 'XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage'])
/** What wraps an error is never nested deeper than this. */
const maxCauses = 5

/** Returns whether a disk without room, ours or that of a database or store, is behind an error. */
export function isDiskFull(error: unknown): boolean {
  let at = error
  for (let depth = 0; depth < maxCauses && typeof at === 'object' && at !== null; depth += 1) {
    const { code, name, $metadata, cause } = at as Record<string, unknown> & { $metadata?: { httpStatusCode?: number } }
    if (fullCodes.has(String(code)) || fullCodes.has(String(name)) || $metadata?.httpStatusCode === 507) return true
    at = cause
  }
  return false
}
