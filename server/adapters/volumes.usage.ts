import type { VolumeEntry } from '#server/ports/volumes.ts'

/** Adds up the files of a walk through a volume. */
export async function sumVolumeUsage(
  entries: AsyncIterable<VolumeEntry>,
  onFile?: (file: VolumeEntry) => void,
): Promise<{ bytes: number; files: number }> {
  const total = { bytes: 0, files: 0 }
  for await (const file of entries) {
    total.bytes += file.size_bytes
    onFile?.(file)
    total.files += 1
  }
  return total
}
