import { resultCodes } from '#contract/codes.ts'
import { buildPath } from '#contract/endpoint.ts'
import { fileStorage, tusPath } from '#contract/file-storage.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { uploadBytes } from '#src/api/upload.ts'
import { UnreadableFile } from './hash-file.ts'
import { retryUntilDone } from './retry-until-done.ts'
import { formatUploadFailure } from './upload-failure.ts'
import { normalizeFileName, type UploadItem } from './upload-item.ts'

/** Window of the rate meter in ms; older samples say little about the current rate. */
const windowMs = 6000
const minSpanMs = 800

interface RateMeter {
  note: (atMs: number, bytes: number) => void
  /** Bytes per second over the window; null until there are enough samples. */
  read: () => number | null
}

/** Measures the rate at which a byte count grows. */
function createRateMeter(): RateMeter {
  let samples: { at_ms: number; bytes: number }[] = []
  return {
    note: (atMs, bytes) => {
      samples = [...samples.filter((sample) => atMs - sample.at_ms <= windowMs), { at_ms: atMs, bytes }]
    },
    read: () => {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.at_ms - first.at_ms < minSpanMs) return null
      return Math.max(0, (last.bytes - first.bytes) / ((last.at_ms - first.at_ms) / 1000))
    },
  }
}

/** Interval of progress updates in the UI, in ms. */
const progressIntervalMs = 250

interface UploadRun {
  item: UploadItem
  signal: AbortSignal
  patch: (change: Partial<UploadItem>) => void
  /** The SHA-256, computed in parallel to the upload. */
  sum: Promise<string>
  /** Whether an upload on the server belongs to this page. */
  isHeld: (uploadId: string) => boolean
}

const parseFileType = (file: File) => fileStorage.create_upload.body.shape.type.safeParse(file.type).data

/** Creates the upload on the server. After a lost answer, reuses the upload created then instead of creating a second one. */
async function createServerUpload({ item, signal, patch, isHeld }: UploadRun): Promise<string> {
  const { region_id: regionId, folder, file, when_taken: whenTaken } = item
  const name = normalizeFileName(item.name)
  let asked = false
  const known = async () => {
    const { data } = await callEndpoint(fileStorage.uploads, { query: { region_id: regionId } }, { signal })
    return data.find(
      (upload) =>
        upload.folder === folder &&
        upload.name === name &&
        upload.size_bytes === file.size &&
        upload.offset === 0 &&
        !isHeld(upload.id),
    )
  }
  const type = file.type ? parseFileType(file) : undefined
  return retryUntilDone(
    async () => {
      const lost = asked ? await known() : undefined
      if (lost) return lost.id
      asked = true
      const body = { region_id: regionId, folder, name, size_bytes: file.size, when_taken: whenTaken, ...(type && { type }) }
      return (await callEndpoint(fileStorage.create_upload, { body }, { signal })).data.id
    },
    { signal, onWaiting: (error) => patch({ state: 'waiting', reason: formatUploadFailure(error) }) },
  )
}

/** Checks that the file is readable: a file changed meanwhile looks like a network error and would be retried forever. */
const assertReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => Promise.reject(new UnreadableFile()))

async function sendFile({ item: { file }, signal, patch }: UploadRun, id: string): Promise<void> {
  const rate = createRateMeter()
  let toldAt = 0
  const say = (sentBytes: number) => {
    const now = performance.now()
    rate.note(now, sentBytes)
    if (now - toldAt < progressIntervalMs && sentBytes < file.size) return
    toldAt = now
    patch({ state: 'sending', reason: null, sentBytes, speed: rate.read() })
  }
  const path = buildPath({ path: tusPath }, { id })
  await retryUntilDone(
    async (moved) => {
      let from: number | undefined
      const onProgress = (sent: number) => {
        from ??= sent
        if (sent > from) moved()
        say(sent)
      }
      try {
        await uploadBytes({ path, file, signal, onProgress })
      } catch (error) {
        if (!signal.aborted) await assertReadable(file)
        throw error
      }
    },
    { signal, onWaiting: (error) => patch({ state: 'waiting', reason: formatUploadFailure(error), speed: null }) },
  )
}

const isClash = (error: unknown) => isApiError(error) && error.code === resultCodes.storage_name_taken.code

/** Runs the whole upload of one file. Returns whether it is stored or its name is taken; rejects with the reason of a failure. */
export async function runUpload(running: UploadRun): Promise<'stored' | 'clash'> {
  const { item, signal, patch, sum } = running
  try {
    patch({ state: 'sending', reason: null })
    const id = item.uploadId ?? (await createServerUpload(running))
    patch({ uploadId: id })
    await Promise.all([sendFile(running, id), sum])
    patch({ state: 'checking', speed: null, reason: null, sentBytes: item.file.size })
    const body = { sha256: await sum, when_taken: item.when_taken }
    await retryUntilDone(() => callEndpoint(fileStorage.complete_upload, { params: { id }, body }, { signal, timeout_ms: 0 }), {
      signal,
      onWaiting: (error) => patch({ reason: formatUploadFailure(error) }),
    })
    return 'stored'
  } catch (error) {
    if (isClash(error)) return 'clash'
    throw error
  }
}
