import { Readable } from 'node:stream'
import { limits } from '#contract/limits.ts'
import { isPlainText } from '#contract/plain-text.ts'
import { detectFileKind, fileHeadBytes } from '#server/domains/storage/datasets/file-kind.ts'
import { type Volume, VolumeError, type VolumePath, type VolumeStore } from '#server/ports/volumes.ts'

export interface CopiedFile {
  path: string
  size_bytes: bigint
  sha256: string
  kind: string
}

/** A fault in the source that its author can fix; `message` is one Chinese sentence. */
class UnfitSource extends Error {}

const longestPath = 1000
const gb = 2 ** 30

const faultMessages: Partial<Record<VolumeError['fault'], string>> = {
  not_found: '文件夹已不存在，或复制时有文件被删除',
  not_a_folder: '所选的不是文件夹',
  no_access: '有文件没有读取权限，请在实例里用 chmod 修改权限',
  bad_path: '有文件的路径不能使用',
}

/** Returns the message of a failure that a retry would not fix. */
export function findUnfitReason(error: unknown): string | undefined {
  if (error instanceof UnfitSource) return error.message
  return error instanceof VolumeError ? (faultMessages[error.fault] ?? '文件夹里的内容在复制时变化了') : undefined
}

/** Returns a file's path relative to the copied folder. Refuses names that lists and terminals cannot display. */
function toRelativePath(folder: string, path: string): string {
  const below = path.slice(folder.length + 1)
  if (!isPlainText(below)) throw new UnfitSource(`文件名含有控制字符：${JSON.stringify(below.slice(0, 80))}`)
  if (below.length > longestPath) throw new UnfitSource(`文件路径过长：${below.slice(0, 80)}…`)
  return below
}

/** Measures the folder before any byte is copied. Throws UnfitSource beyond the limits. */
export async function measureDatasetFolder(volumes: VolumeStore, folder: VolumePath): Promise<bigint> {
  if ((await volumes.stat(folder))?.kind !== 'folder') throw new VolumeError('not_found', folder.path)
  let [files, bytes] = [0, 0]
  for await (const { path, size_bytes: sizeBytes } of volumes.walk(folder)) {
    toRelativePath(folder.path, path)
    files += 1
    bytes += sizeBytes
    assertWithinLimits(files, bytes)
  }
  if (files === 0) throw new UnfitSource('文件夹里没有文件')
  return BigInt(bytes)
}

function assertWithinLimits(files: number, bytes: number): void {
  const { dataSetFilesMax, dataSetBytesMax } = limits
  if (files > dataSetFilesMax) throw new UnfitSource(`文件超过 ${dataSetFilesMax.toLocaleString('en')} 个，请打包后再发布`)
  if (bytes > dataSetBytesMax) throw new UnfitSource(`总大小超过 ${dataSetBytesMax / gb} GB`)
}

/**
 * Copies every file below `folder` to the root of `volume`. Returns each file's size, digest and kind, computed from the bytes
 * written. `onProgress` gets the bytes so far and may throw to abort.
 */
export async function copyFiles(
  volumes: VolumeStore,
  folder: VolumePath,
  volume: Volume,
  onProgress: (bytes: number) => Promise<void>,
): Promise<CopiedFile[]> {
  const files: CopiedFile[] = []
  let bytes = 0
  for await (const entry of volumes.walk(folder)) {
    const path = toRelativePath(folder.path, entry.path)
    const head: Buffer[] = []
    async function* passing() {
      let kept = 0
      for await (const chunk of (await volumes.read({ ...folder, path: entry.path })) as AsyncIterable<Buffer>) {
        if (kept < fileHeadBytes) head.push(chunk.subarray(0, fileHeadBytes - kept))
        kept += chunk.length
        bytes += chunk.length
        assertWithinLimits(files.length + 1, bytes)
        await onProgress(bytes)
        yield chunk
      }
    }
    const written = await volumes.write({ volume, path }, Readable.from(passing(), { objectMode: false }), { replace: true })
    const kind = detectFileKind(Buffer.concat(head))
    files.push({ path, size_bytes: BigInt(written.size_bytes), sha256: written.sha256, kind })
    await onProgress(bytes)
  }
  if (files.length === 0) throw new UnfitSource('文件夹里没有文件')
  return files
}
