import { resultCodes } from '#contract/codes.ts'
import { fileStorage, type StorageUpload } from '#contract/file-storage.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { session } from '#src/session/session.ts'
import { hashFile } from './hash-file.ts'
import { runUpload } from './run-upload.ts'
import { formatUploadFailure } from './upload-failure.ts'
import { activeUploadStates, normalizeFileName, type UploadInput, type UploadItem } from './upload-item.ts'
import { findUpload, patchUpload, setUploads, uploads } from './upload-store.ts'

/** Largest number of parallel uploads; more would only share the same bandwidth. */
const maxParallel = 3

interface Sum {
  promise: Promise<string>
  stop: () => void
}

let lastKey = 0
/** The user who started the uploads in the list. */
let owner: string | undefined
const runs = new Map<string, AbortController>()
const sums = new Map<string, Sum>()

const forgetSum = (key: string) => {
  sums.get(key)?.stop()
  sums.delete(key)
}

function getSum({ key, file }: UploadItem): Promise<string> {
  const known = sums.get(key)
  if (known) return known.promise
  const control = new AbortController()
  const promise = hashFile(file, control.signal)
  promise.catch(() => undefined) // errors are handled by the caller that awaits it
  sums.set(key, { promise, stop: () => control.abort() })
  return promise
}

/**
 * Marks an upload as failed. One that the server has dropped restarts from zero with a new hash, as the file may have changed.
 */
function failUpload(key: string, error: unknown): void {
  const gone = isApiError(error) && (error.status === 404 || error.code === resultCodes.upload_mismatch.code)
  forgetSum(key)
  patchUpload(key, {
    state: 'failed',
    speed: null,
    reason: formatUploadFailure(error),
    ...(gone && { uploadId: null, sentBytes: 0 }),
  })
}

async function runItem(item: UploadItem): Promise<void> {
  const { key } = item
  const control = new AbortController()
  runs.set(key, control)
  try {
    const end = await runUpload({
      item,
      signal: control.signal,
      patch: (change) => !control.signal.aborted && patchUpload(key, change),
      sum: getSum(item),
      isHeld: (id) => uploads.get().some(({ uploadId }) => uploadId === id),
    })
    if (end === 'stored') forgetSum(key)
    patchUpload(key, { state: end === 'stored' ? 'done' : 'clashing', speed: null, reason: null })
  } catch (error) {
    if (!control.signal.aborted) failUpload(key, error)
  } finally {
    control.abort() // stops the other half (upload or hash) after one has failed
    if (runs.get(key) === control) runs.delete(key)
    startNext()
  }
}

/** Starts the longest-waiting uploads in the free slots. */
function startNext(): void {
  const free = maxParallel - runs.size
  const turn = uploads.get().filter(({ key, state }) => state === 'queued' && !runs.has(key))
  for (const item of turn.slice(0, Math.max(0, free))) void runItem(item)
}

const abortRun = (key: string) => {
  runs.get(key)?.abort()
  runs.delete(key)
}

const enqueue = (key: string, change: Partial<UploadItem> = {}) => {
  patchUpload(key, { state: 'queued', reason: null, ...change })
  startNext()
}

/** Queues uploads. With `unfinished`, resumes at the server's offset. */
export function addUploads(wishes: readonly (UploadInput & { unfinished?: StorageUpload | undefined })[]): void {
  const added = wishes.map(
    ({ unfinished, ...wish }): UploadItem => ({
      ...wish,
      name: normalizeFileName(wish.name),
      key: `upload-${++lastKey}`,
      uploadId: unfinished?.id ?? null,
      sentBytes: unfinished?.offset ?? 0,
      speed: null,
      state: 'queued',
      reason: null,
      when_taken: unfinished?.when_taken ?? 'refuse',
    }),
  )
  owner = session.token()?.userId
  setUploads([...uploads.get(), ...added])
  startNext()
}

export function pauseUpload(key: string): void {
  abortRun(key)
  patchUpload(key, { state: 'paused', speed: null, reason: null })
  startNext()
}

export const resumeUpload = (key: string): void => enqueue(key)

/** Cancels an upload; the server discards its partial data. */
export async function cancelUploadItem(key: string): Promise<void> {
  const item = findUpload(key)
  abortRun(key)
  forgetSum(key)
  setUploads(uploads.get().filter((other) => other.key !== key))
  startNext()
  if (!item?.uploadId || item.state === 'done') return
  // if the server is unreachable, the upload is listed as unfinished and expires by itself
  await callEndpoint(fileStorage.cancel_upload, { params: { id: item.uploadId } }).catch(() => undefined)
}

export const pauseAllUploads = (): void => {
  for (const { key, state } of uploads.get()) if (activeUploadStates[state] && state !== 'checking') pauseUpload(key)
}

export const resumeAllUploads = (): void => {
  for (const { key, state } of uploads.get()) if (state === 'paused' || state === 'failed') enqueue(key)
}

export const clearDoneUploads = (): void => setUploads(uploads.get().filter(({ state }) => state !== 'done'))

/** Resolves a name clash; `skip` cancels the upload. */
export function resolveNameClash(key: string, answer: 'skip' | 'rename' | 'replace'): void {
  if (answer === 'skip') void cancelUploadItem(key)
  else enqueue(key, { when_taken: answer })
}

// the next user to sign in must not see these files
session.subscribe(() => {
  if (session.token()?.userId === owner) return
  for (const key of [...runs.keys()]) abortRun(key)
  for (const key of [...sums.keys()]) forgetSum(key)
  setUploads([])
})
