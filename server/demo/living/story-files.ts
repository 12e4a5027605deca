import { copyFile, mkdir, open, readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#server/ports/clock.ts'
import type { VolumePath, VolumeStore } from '#server/ports/volumes.ts'

const blockBytes = 1_048_576
const zeros = Buffer.alloc(blockBytes)

/** Copies a large file without its blocks of zeros, which then take no disk. */
async function copyWithHoles(from: string, to: string, size: number): Promise<void> {
  const [source, target] = [await open(from), await open(to, 'w')]
  try {
    const block = Buffer.alloc(blockBytes)
    for (let at = 0; at < size; ) {
      const { bytesRead } = await source.read(block, 0, blockBytes, at)
      if (bytesRead === 0) break
      if (block.compare(zeros, 0, bytesRead, 0, bytesRead) !== 0) await target.write(block, 0, bytesRead, at)
      at += bytesRead
    }
    await target.truncate(size)
  } finally {
    await source.close()
    await target.close()
  }
}

/** Copies a folder. With `moved_ms`, files keep their times moved by this much, and a folder is as old as the newest in it. */
export async function copyFolderTree(from: string, to: string, movedMs?: number): Promise<number> {
  await mkdir(to, { recursive: true, mode: (await stat(from)).mode })
  let newest = 0
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) newest = Math.max(newest, await copyFolderTree(source, target, movedMs))
    if (!entry.isFile()) continue
    const { size, mtimeMs } = await stat(source)
    await (size > blockBytes ? copyWithHoles(source, target, size) : copyFile(source, target))
    if (movedMs === undefined) continue
    const changed = mtimeMs + movedMs
    newest = Math.max(newest, changed)
    await utimes(target, new Date(changed), new Date(changed))
  }
  if (newest > 0) await utimes(to, new Date(newest), new Date(newest))
  return newest
}

/** Volumes in folders below `root` whose files are as old as the clock says. */
export function dateVolumes(volumes: VolumeStore, root: string, clock: Clock): VolumeStore {
  const date = ({ volume, path }: VolumePath) => utimes(join(root, volume, path), clock.now(), clock.now())
  return {
    ...volumes,
    write: async (place, bytes, options) => {
      const written = await volumes.write(place, bytes, options)
      await date(place)
      return written
    },
    copy: async (from, to) => {
      await volumes.copy(from, to)
      for await (const { path } of volumes.walk(to)) await date({ ...to, path })
    },
  }
}
