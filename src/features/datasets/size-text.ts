import { formatBytes } from '#src/ui/format-bytes.ts'

/** `29.6 MB · 2 个文件`; a dash while nobody has counted them. */
export const sizeText = ({ size_bytes, file_count }: { size_bytes: number; file_count: number }): string =>
  file_count ? `${formatBytes(size_bytes)} · ${file_count} 个文件` : '—'
