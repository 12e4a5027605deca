import { codes } from '#contract/codes.ts'
import { pathOf } from '#contract/endpoint.ts'
import { file_storage, tus_path } from '#contract/file-storage.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { sendBytes } from '#src/api/upload.ts'
import { UnreadableFile } from './hash-file.ts'
import { createRate } from './rate-meter.ts'
import { persist } from './retry-until-done.ts'
import { reasonOf } from './upload-failure.ts'
import { plainName, type UploadItem } from './upload-item.ts'

/** How often the screen hears of progress. */
const told_ms = 250

export interface Running {
  item: UploadItem
  signal: AbortSignal
  patch: (change: Partial<UploadItem>) => void
  /** The SHA-256 that is being summed meanwhile. */
  sum: Promise<string>
  /** Whether an upload of the server is one of this page's. */
  isHeld: (upload_id: string) => boolean
}

const wellFormedType = (file: File) => file_storage.create_upload.body.shape.type.safeParse(file.type).data

/** Makes the upload known to the server. When an answer got lost, the upload it spoke of is taken, not a second one made. */
async function announce({ item, signal, patch, isHeld }: Running): Promise<string> {
  const { region_id, folder, file, when_taken } = item
  const name = plainName(item.name)
  let asked = false
  const known = async () => {
    const { data } = await call(file_storage.uploads, { query: { region_id } }, { signal })
    return data.find(
      (upload) =>
        upload.folder === folder &&
        upload.name === name &&
        upload.size_bytes === file.size &&
        upload.offset === 0 &&
        !isHeld(upload.id),
    )
  }
  const type = file.type ? wellFormedType(file) : undefined
  return persist(
    async () => {
      const lost = asked ? await known() : undefined
      if (lost) return lost.id
      asked = true
      const body = { region_id, folder, name, size_bytes: file.size, when_taken, ...(type && { type }) }
      return (await call(file_storage.create_upload, { body }, { signal })).data.id
    },
    { signal, onWaiting: (error) => patch({ state: 'waiting', reason: reasonOf(error) }) },
  )
}

/** A file that was changed meanwhile looks like a broken line; it would be tried for ever. */
const assertReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => Promise.reject(new UnreadableFile()))

async function send({ item: { file }, signal, patch }: Running, id: string): Promise<void> {
  const rate = createRate()
  let told_at = 0
  const say = (sent_bytes: number) => {
    const now = performance.now()
    rate.note(now, sent_bytes)
    if (now - told_at < told_ms && sent_bytes < file.size) return
    told_at = now
    patch({ state: 'sending', reason: null, sent_bytes, speed: rate.read() })
  }
  const path = pathOf({ path: tus_path }, { id })
  await persist(
    async (moved) => {
      let from: number | undefined
      const onProgress = (sent: number) => {
        from ??= sent
        if (sent > from) moved()
        say(sent)
      }
      try {
        await sendBytes({ path, file, signal, onProgress })
      } catch (error) {
        if (!signal.aborted) await assertReadable(file)
        throw error
      }
    },
    { signal, onWaiting: (error) => patch({ state: 'waiting', reason: reasonOf(error), speed: null }) },
  )
}

const isClash = (error: unknown) => isApiError(error) && error.code === codes.storage_name_taken.code

/** Takes one file all the way. Answers whether it is in its place, or another file of that name was; rejects with why not. */
export async function runUpload(running: Running): Promise<'stored' | 'clash'> {
  const { item, signal, patch, sum } = running
  try {
    patch({ state: 'sending', reason: null })
    const id = item.upload_id ?? (await announce(running))
    patch({ upload_id: id })
    await Promise.all([send(running, id), sum])
    patch({ state: 'checking', speed: null, reason: null, sent_bytes: item.file.size })
    const body = { sha256: await sum, when_taken: item.when_taken }
    await persist(() => call(file_storage.complete_upload, { params: { id }, body }, { signal, timeout_ms: 0 }), {
      signal,
      onWaiting: (error) => patch({ reason: reasonOf(error) }),
    })
    return 'stored'
  } catch (error) {
    if (isClash(error)) return 'clash'
    throw error
  }
}
