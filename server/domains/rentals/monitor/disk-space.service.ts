import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#server/deps.ts'

/** Disks of this node: that of DATA_DIR, and that of the files, which may be mounted apart; a bucket's room is not known. */
type DiskName = 'data' | 'files'

interface DiskSpace {
  name: DiskName
  free_bytes: number
  size_bytes: number
}

type DiskState = 'ok' | 'low' | 'full'

/** With less, next to nothing can be written. */
const fullBytes = 8 * 1_048_576
/** The alert ZhisuanDiskNearlyFull begins there, too. */
const lowShare = 0.1
/** What failed for want of room counts so long: the disk may be that of a database or store elsewhere. */
const rememberedMs = 60_000

/** Reads the room on each disk; one that does not answer is left out. */
export async function readDiskSpace({ config, volumes }: Pick<Deps, 'config' | 'volumes'>): Promise<DiskSpace[]> {
  const folders: [DiskName, string][] = [['data', config.data_dir]]
  if (volumes.kind === 'folder') folders.push(['files', join(config.data_dir, 'volumes')])
  const read = async ([name, folder]: (typeof folders)[number]): Promise<DiskSpace[]> => {
    const found = await statfs(folder).catch(() => undefined)
    return found ? [{ name, free_bytes: found.bavail * found.bsize, size_bytes: found.blocks * found.bsize }] : []
  }
  return (await Promise.all(folders.map(read))).flat()
}

/** Returns the state of the fullest disk; something that just failed for want of room says more than figures. */
export async function getDiskState(deps: Pick<Deps, 'clock' | 'config' | 'figures' | 'volumes'>): Promise<DiskState> {
  const failedAt = deps.figures.disk_full.at
  if (failedAt && deps.clock.now().getTime() - failedAt.getTime() < rememberedMs) return 'full'
  const disks = await readDiskSpace(deps)
  if (disks.some((disk) => disk.free_bytes < fullBytes)) return 'full'
  return disks.some((disk) => disk.free_bytes < lowShare * disk.size_bytes) ? 'low' : 'ok'
}
