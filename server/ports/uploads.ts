import type { IncomingMessage, ServerResponse } from 'node:http'

/** Another connection did not release the upload. */
export class UploadTaken extends Error {}

/** Lock of an upload, held by one connection on one node while bytes arrive. */
export interface UploadLock {
  /**
   * Resolves when the lock is held. Calls `letGo` when another connection wants it; throws UploadTaken after a timeout or if
   * `signal` aborts.
   */
  lock(signal: AbortSignal, letGo: () => void): Promise<void>
  unlock(): Promise<void>
}

/**
 * Stores received bytes of uploads. A finished upload becomes the file `id` of the volume `uploads`. Callers check permissions
 * and quotas first.
 */
export interface UploadStore {
  /** Reserves an upload of this size, unless it exists. */
  open(id: string, sizeBytes: number): Promise<void>
  /** Returns the number of durably stored bytes; undefined for an unknown upload. */
  received(id: string): Promise<number | undefined>
  /** Turns a complete upload into the file `id` of the volume `uploads`. Idempotent. */
  finish(id: string, sizeBytes: number): Promise<void>
  /** Succeeds if absent. */
  remove(id: string): Promise<void>
  /** Handles a tus 1.0 request (HEAD or PATCH) for an open upload, through to the end of the response. */
  speak(request: IncomingMessage, response: ServerResponse, id: string, lock: UploadLock): Promise<void>
}
