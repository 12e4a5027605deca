import type { VolumeEntry } from '#server/ports/volumes.ts'

/** Adds up the files of a walk through a volume. */
export async function sumVolumeUsage(entries: AsyncIterable<VolumeEntry>): Promise<{ bytes: number; files: number }> {
  const total = { bytes: 0, files: 0 }
  for await (const { size_bytes: sizeBytes } of entries) {
    total.bytes += sizeBytes
    total.files += 1
  }
  return total
}
