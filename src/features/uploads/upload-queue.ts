import { codes } from '#contract/codes.ts'
import { file_storage, type StorageUpload } from '#contract/file-storage.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { session } from '#src/session/session.ts'
import { hashFile } from './hash-file.ts'
import { runUpload } from './run-upload.ts'
import { reasonOf } from './upload-failure.ts'
import { is_under_way, plainName, type UploadItem, type UploadWish } from './upload-item.ts'
import { findUpload, patchUpload, setUploads, uploads } from './upload-store.ts'

/** More at once would only share the same line. */
const at_once = 3

interface Sum {
  promise: Promise<string>
  stop: () => void
}

let keys = 0
/** Who began what is in the list. */
let owner: string | undefined
const runs = new Map<string, AbortController>()
const sums = new Map<string, Sum>()

const forgetSum = (key: string) => {
  sums.get(key)?.stop()
  sums.delete(key)
}

function sumOf({ key, file }: UploadItem): Promise<string> {
  const known = sums.get(key)
  if (known) return known.promise
  const control = new AbortController()
  const promise = hashFile(file, control.signal)
  promise.catch(() => undefined) // whoever awaits it hears of it
  sums.set(key, { promise, stop: () => control.abort() })
  return promise
}

/** What the server has let go of starts from the beginning; the sum is made anew, for the file may have changed. */
function fail(key: string, error: unknown): void {
  const gone = isApiError(error) && (error.status === 404 || error.code === codes.upload_mismatch.code)
  forgetSum(key)
  patchUpload(key, { state: 'failed', speed: null, reason: reasonOf(error), ...(gone && { upload_id: null, sent_bytes: 0 }) })
}

async function run(item: UploadItem): Promise<void> {
  const { key } = item
  const control = new AbortController()
  runs.set(key, control)
  try {
    const end = await runUpload({
      item,
      signal: control.signal,
      patch: (change) => !control.signal.aborted && patchUpload(key, change),
      sum: sumOf(item),
      isHeld: (id) => uploads.get().some(({ upload_id }) => upload_id === id),
    })
    if (end === 'stored') forgetSum(key)
    patchUpload(key, { state: end === 'stored' ? 'done' : 'clashing', speed: null, reason: null })
  } catch (error) {
    if (!control.signal.aborted) fail(key, error)
  } finally {
    control.abort() // the other half of it, when one has failed
    if (runs.get(key) === control) runs.delete(key)
    next()
  }
}

/** Gives the turns that are free to those who wait longest. */
function next(): void {
  const free = at_once - runs.size
  const turn = uploads.get().filter(({ key, state }) => state === 'queued' && !runs.has(key))
  for (const item of turn.slice(0, Math.max(0, free))) void run(item)
}

const halt = (key: string) => {
  runs.get(key)?.abort()
  runs.delete(key)
}

const queue = (key: string, change: Partial<UploadItem> = {}) => {
  patchUpload(key, { state: 'queued', reason: null, ...change })
  next()
}

/** Begins to upload these. With `unfinished`, goes on where the server is. */
export function addUploads(wishes: readonly (UploadWish & { unfinished?: StorageUpload | undefined })[]): void {
  const added = wishes.map(
    ({ unfinished, ...wish }): UploadItem => ({
      ...wish,
      name: plainName(wish.name),
      key: `upload-${++keys}`,
      upload_id: unfinished?.id ?? null,
      sent_bytes: unfinished?.offset ?? 0,
      speed: null,
      state: 'queued',
      reason: null,
      when_taken: unfinished?.when_taken ?? 'refuse',
    }),
  )
  owner = session.token()?.userId
  setUploads([...uploads.get(), ...added])
  next()
}

export function pauseUpload(key: string): void {
  halt(key)
  patchUpload(key, { state: 'paused', speed: null, reason: null })
  next()
}

export const resumeUpload = (key: string): void => queue(key)

/** Gives it up; what the server has of it is thrown away. */
export async function cancelUpload(key: string): Promise<void> {
  const item = findUpload(key)
  halt(key)
  forgetSum(key)
  setUploads(uploads.get().filter((other) => other.key !== key))
  next()
  if (!item?.upload_id || item.state === 'done') return
  // one that cannot be reached is listed as unfinished, and ends by itself
  await call(file_storage.cancel_upload, { params: { id: item.upload_id } }).catch(() => undefined)
}

export const pauseAll = (): void => {
  for (const { key, state } of uploads.get()) if (is_under_way[state] && state !== 'checking') pauseUpload(key)
}

export const resumeAll = (): void => {
  for (const { key, state } of uploads.get()) if (state === 'paused' || state === 'failed') queue(key)
}

export const clearDone = (): void => setUploads(uploads.get().filter(({ state }) => state !== 'done'))

/** What to do about the name: `skip` gives the upload up. */
export function answerClash(key: string, answer: 'skip' | 'rename' | 'replace'): void {
  if (answer === 'skip') void cancelUpload(key)
  else queue(key, { when_taken: answer })
}

// whoever signs in next has nothing to do with these files
session.subscribe(() => {
  if (session.token()?.userId === owner) return
  for (const key of [...runs.keys()]) halt(key)
  for (const key of [...sums.keys()]) forgetSum(key)
  setUploads([])
})
