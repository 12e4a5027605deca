import type { StorageUpload } from '#contract/file-storage.ts'

/** A file on its way into the storage of a region. */
export interface UploadItem {
  /** Within this page. */
  key: string
  /** What the server calls it; null before it knows of it, and after it has let go of it. */
  uploadId: string | null
  region_id: string
  folder: string
  name: string
  file: File
  sentBytes: number
  /** Bytes a second, of late; null while nothing can be said. */
  speed: number | null
  state: UploadState
  /** Why it waits or failed, and what to do. */
  reason: string | null
  when_taken: StorageUpload['when_taken']
}

/**
 * `queued` waits for its turn, `waiting` for the line, `clashing` for an answer about the name. `checking`: all is sent, the
 * sum is compared.
 */
export const uploadStates = {
  queued: '排队中',
  sending: '上传中',
  waiting: '等待网络',
  checking: '校验中',
  clashing: '同名待处理',
  paused: '已暂停',
  failed: '上传失败',
  done: '已完成',
} as const
export type UploadState = keyof typeof uploadStates

/** At work, or going to be without anybody doing anything. */
export const activeUploadStates: Readonly<Record<UploadState, boolean>> = {
  queued: true,
  sending: true,
  waiting: true,
  checking: true,
  clashing: false,
  paused: false,
  failed: false,
  done: false,
}

/** Where and as what a file goes. */
export type UploadInput = Pick<UploadItem, 'region_id' | 'folder' | 'name' | 'file'>

/** The same writing of a name that was written in two ways: macOS takes letters and accents apart. */
export const normalizeFileName = (name: string): string => name.normalize('NFC').trim()

/** Whether a file is the one of an unfinished upload, as far as can be told before its sum is known. */
export const isSameFile = (upload: Pick<StorageUpload, 'name' | 'size_bytes'>, file: File): boolean =>
  upload.size_bytes === file.size && upload.name === normalizeFileName(file.name)
