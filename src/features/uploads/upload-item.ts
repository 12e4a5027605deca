import type { StorageUpload } from '#contract/file-storage.ts'

/** A file that is uploaded to the storage of a region. */
export interface UploadItem {
  /** Unique within this page. */
  key: string
  /** Id on the server; null before the server knows the upload, and after it has dropped it. */
  uploadId: string | null
  region_id: string
  folder: string
  name: string
  file: File
  sentBytes: number
  /** Recent bytes per second; null while unknown. */
  speed: number | null
  state: UploadState
  /** Why it waits or failed, and what to do. */
  reason: string | null
  when_taken: StorageUpload['when_taken']
}

/**
 * `queued` waits for a free slot, `waiting` for the network, `clashing` for the user's answer about the name. `checking`: all
 * bytes are sent, and the hash is being compared.
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

/** States that are active, or become active without user action. */
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

/** Target and name of an upload. */
export type UploadInput = Pick<UploadItem, 'region_id' | 'folder' | 'name' | 'file'>

/** Normalizes the Unicode form of a name: macOS stores letters and accents separately. */
export const normalizeFileName = (name: string): string => name.normalize('NFC').trim()

/** Returns whether a file matches an unfinished upload, as far as known before its hash is. */
export const isSameFile = (upload: Pick<StorageUpload, 'name' | 'size_bytes'>, file: File): boolean =>
  upload.size_bytes === file.size && upload.name === normalizeFileName(file.name)
