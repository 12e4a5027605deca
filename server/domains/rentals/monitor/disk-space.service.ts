import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import type { VolumeStore } from '#server/ports/volumes.ts'

/** Disks of this node: that of DATA_DIR, and that of the files, which may be mounted apart; a bucket's room is not known. */
type DiskName = 'data' | 'files'

type DiskState = 'ok' | 'low' | 'full'

interface DiskSpace {
  name: DiskName
  free_bytes: number
  size_bytes: number
  state: DiskState
}

interface Disks {
  config: Pick<Config, 'data_dir'>
  volumes: Pick<VolumeStore, 'kind'>
}

/** With less, next to nothing can be written. */
const fullBytes = 8 * 1_048_576
/** The alert ZhisuanDiskNearlyFull begins there, too. */
const lowShare = 0.1
/** What failed for want of room counts so long: the disk may be that of a database or store elsewhere. */
const rememberedMs = 60_000

function judgeDisk(free: number, size: number): DiskState {
  if (free < fullBytes) return 'full'
  return free < lowShare * size ? 'low' : 'ok'
}

/** Reads the room on each disk; one that does not answer is left out. */
export async function readDiskSpace({ config, volumes }: Disks): Promise<DiskSpace[]> {
  const folders: [DiskName, string][] = [['data', config.data_dir]]
  if (volumes.kind === 'folder') folders.push(['files', join(config.data_dir, 'volumes')])
  const read = async ([name, folder]: (typeof folders)[number]): Promise<DiskSpace[]> => {
    const found = await statfs(folder).catch(() => undefined)
    if (!found) return []
    const [free, size] = [found.bavail * found.bsize, found.blocks * found.bsize]
    return [{ name, free_bytes: free, size_bytes: size, state: judgeDisk(free, size) }]
  }
  return (await Promise.all(folders.map(read))).flat()
}

/** Returns the state of the fullest disk; something that just failed for want of room says more than figures. */
export async function getDiskState(deps: Disks & Pick<Deps, 'clock' | 'figures'>): Promise<DiskState> {
  const failedAt = deps.figures.disk_full.at
  if (failedAt && deps.clock.now().getTime() - failedAt.getTime() < rememberedMs) return 'full'
  const states = (await readDiskSpace(deps)).map(({ state }) => state)
  return (['full', 'low'] as const).find((state) => states.includes(state)) ?? 'ok'
}
