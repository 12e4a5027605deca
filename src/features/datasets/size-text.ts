import { formatBytes } from '#src/ui/format-bytes.ts'

/** Formats size and file count as `29.6 MB · 2 个文件`; a dash if they are not counted yet. */
export const formatDatasetSize = ({
  size_bytes: sizeBytes,
  file_count: fileCount,
}: {
  size_bytes: number
  file_count: number
}): string => (fileCount ? `${formatBytes(sizeBytes)} · ${fileCount} 个文件` : '—')
