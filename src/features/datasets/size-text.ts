import { formatBytes } from '#src/ui/format-bytes.ts'

/** `29.6 MB · 2 个文件`; a dash while nobody has counted them. */
export const formatDatasetSize = ({
  size_bytes: sizeBytes,
  file_count: fileCount,
}: {
  size_bytes: number
  file_count: number
}): string => (fileCount ? `${formatBytes(sizeBytes)} · ${fileCount} 个文件` : '—')
