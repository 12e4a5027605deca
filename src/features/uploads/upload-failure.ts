import { isApiError } from '#src/api/api-error.ts'
import { UnreadableFile } from './hash-file.ts'

/** Formats why an upload waits or failed, and what to do. */
export function formatUploadFailure(error: unknown): string {
  if (error instanceof UnreadableFile) return '文件已被移动或更改，请重新选择它'
  if (!isApiError(error)) return '上传出错，请重试'
  if (error.status === 0) return '网络中断，恢复后自动继续'
  if (error.status === 404) return '这个上传已完成、过期或被取消，请先刷新列表查看，再决定是否重新上传'
  return Object.values(error.errors ?? {})[0]?.[0] ?? error.message
}
