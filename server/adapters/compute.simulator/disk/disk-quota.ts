import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { DiskError } from './disk-error.ts'
import type { DiskFolders } from './disk-path.ts'

/** Space on the server's own disk that both disks of one simulated instance may use together. */
export interface DiskQuota {
  bytes: number
  files: number
}

export const defaultDiskQuota: DiskQuota = { bytes: 16 * 2 ** 20, files: 2000 }

const baseDiskGb = 80
const maxQuotaFactor = 8

/** Computes the quota: it grows with the rented size, up to a fixed factor. Sizes in GB as rented. */
export function computeDiskQuota(
  quota: DiskQuota,
  { sys_disk_gb: sysDiskGb, data_disk_gb: dataDiskGb }: Pick<InstanceSpec, 'sys_disk_gb' | 'data_disk_gb'>,
) {
  const times = Math.min(maxQuotaFactor, Math.max(1, (sysDiskGb + dataDiskGb) / baseDiskGb))
  return { bytes: Math.floor(quota.bytes * times), files: quota.files }
}

export interface DiskUse {
  bytes: number
  files: number
}

/** Counts bytes and entries below `folder`; a link counts as an entry and is not followed. */
export async function measureDiskUse(folder: string): Promise<DiskUse> {
  const use: DiskUse = { bytes: 0, files: 0 }
  for await (const item of await opendir(folder, { recursive: true })) {
    use.files += 1
    if (item.isFile()) use.bytes += (await lstat(join(item.parentPath, item.name))).size
  }
  return use
}

/** Throws `DiskError` ENOSPC unless one more file with `bytes` more bytes fits. */
export async function assertDiskRoom(folders: DiskFolders, quota: DiskQuota, bytes: number): Promise<void> {
  const [system, data] = await Promise.all([measureDiskUse(folders.system), measureDiskUse(folders.data)])
  if (system.bytes + data.bytes + bytes > quota.bytes || system.files + data.files >= quota.files) throw new DiskError('ENOSPC')
}

/** Limit of a mounted folder, enforced only for the simulated shell. */
const mountedQuota: DiskQuota = { bytes: 20 * 2 ** 30, files: 100_000 }

/** Like `assertDiskRoom`, for a mounted folder. */
export async function assertMountRoom(source: string, bytes: number): Promise<void> {
  const used = await measureDiskUse(source)
  if (used.bytes + bytes > mountedQuota.bytes || used.files >= mountedQuota.files) throw new DiskError('ENOSPC')
}
