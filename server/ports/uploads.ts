import type { IncomingMessage, ServerResponse } from 'node:http'

/** Another connection did not let go of an upload. */
export class UploadTaken extends Error {}

/** Held while bytes of one upload flow, by one connection on one node. */
export interface UploadLock {
  /** Resolves when it is held. `releaseClone` is called when another connection wants it; throws UploadTaken when that takes too long or `signal` aborts. */
  lock(signal: AbortSignal, letGo: () => void): Promise<void>
  unlock(): Promise<void>
}

/**
 * What has arrived of files that are being uploaded. A finished one is the file `id` of the volume `uploads`. Who may
 * upload, and how much, is decided before.
 */
export interface UploadStore {
  /** Makes room for one of this size, unless it is there. */
  open(id: string, sizeBytes: number): Promise<void>
  /** Bytes that are safely here; undefined for one that nobody opened. */
  received(id: string): Promise<number | undefined>
  /** Makes one that has arrived in full the file `id` of the volume `uploads`. May be called again. */
  finish(id: string, sizeBytes: number): Promise<void>
  /** Absent is success. */
  remove(id: string): Promise<void>
  /** Speaks tus 1.0 (HEAD and PATCH) about one open upload with whoever sent the request, to the end of the answer. */
  speak(request: IncomingMessage, response: ServerResponse, id: string, lock: UploadLock): Promise<void>
}
