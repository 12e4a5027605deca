import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileStorage } from '#contract/file-storage.ts'
import { hasUploads } from '#src/features/uploads/dock-state.ts'
import type { UploadItem } from '#src/features/uploads/upload-item.ts'
import {
  addUploads,
  cancelUploadItem,
  clearDoneUploads,
  pauseAllUploads,
  pauseUpload,
  resolveNameClash,
  resumeUpload,
} from '#src/features/uploads/upload-queue.ts'
import { setUploads, uploads } from '#src/features/uploads/upload-store.ts'
import { session } from '#src/session/session.ts'
import { waitUntil } from '#tests/support/until.ts'
import { storeToken } from '#tests/web/support/people.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { stubBrowserFiles } from './files.ts'
import { buildStorageFile, buildStorageUpload, type StorageServerState, serveStorage, stubHashWorker } from './storage.ts'

stubBrowserFiles()
stubHashWorker()

const wish = (name = '数据 🚀.bin', content = '0123456789') => ({
  region_id: 'north',
  folder: '',
  name,
  file: new File([content], name),
})
const only = (): UploadItem => uploads.get()[0]!
const state = (wanted: UploadItem['state']) => waitUntil(() => expect(only()?.state).toBe(wanted))
const leaves = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return !event.defaultPrevented
}

let world: StorageServerState
beforeEach(() => {
  storeToken()
  world = serveStorage()
})
afterEach(async () => {
  for (const { key } of uploads.get()) await cancelUploadItem(key)
  setUploads([])
})

describe('product §7 Uploading', () => {
  it('sends the bytes, compares their SHA-256 and puts the file in its place', async () => {
    addUploads([wish()])
    expect(hasUploads.get()).toBe(true)
    await state('done')
    expect(world.sums).toEqual([createHash('sha256').update('0123456789').digest('hex')])
    expect(world.entries.map(({ path }) => path)).toEqual(['数据 🚀.bin'])
    clearDoneUploads()
    expect(hasUploads.get()).toBe(false)
  })

  it('takes an empty file', async () => {
    addUploads([wish('空.txt', '')])
    await state('done')
    expect(world.entries[0]?.size_bytes).toBe(0)
  })

  it('writes names in the composed form, however the system writes them', async () => {
    addUploads([wish('re\u0301sume\u0301.txt')])
    await state('done')
    expect(world.entries[0]?.path).toBe('r\u00e9sum\u00e9.txt')
  })

  it('sends three at a time, the rest in turn', async () => {
    const gate = new EventTarget()
    world.tus.hold = new Promise((resolve) => gate.addEventListener('open', () => resolve()))
    addUploads(['1', '2', '3', '4', '5'].map((name) => wish(name)))
    await waitUntil(() => expect(world.tus.asked.filter((asked) => asked.startsWith('PATCH'))).toHaveLength(3))
    expect(uploads.get().map((item) => item.state)).toEqual(['sending', 'sending', 'sending', 'queued', 'queued'])
    gate.dispatchEvent(new Event('open'))
    await waitUntil(() => expect(world.entries).toHaveLength(5))
  })

  it('warns before the page is left, but only while something would be cut', async () => {
    expect(leaves()).toBe(true)
    world.tus.hold = new Promise(() => undefined)
    addUploads([wish()])
    await state('sending')
    expect(leaves()).toBe(false)
    pauseAllUploads()
    expect(leaves()).toBe(true)
  })
})

describe('product §7 An upload that is interrupted', () => {
  it('is paused with what the server has, and resumed from there', async () => {
    world.tus.hold = new Promise(() => undefined)
    addUploads([wish()])
    await waitUntil(() => expect(world.tus.asked).toContain('PATCH up-1 0'))
    pauseUpload(only().key)
    expect(only().state).toBe('paused')
    delete world.tus.hold
    world.tus.received.set('up-1', new TextEncoder().encode('0123'))
    resumeUpload(only().key)
    await state('done')
    expect(world.tus.asked.at(-1)).toBe('PATCH up-1 4')
    expect(world.uploads).toEqual([])
  })

  it('waits when the line breaks and goes on by itself as soon as it is back', async () => {
    world.tus.troubles.push('cut')
    addUploads([wish()])
    await state('waiting')
    expect(only().reason).toBe('网络中断，恢复后自动继续')
    window.dispatchEvent(new Event('online'))
    await state('done')
    expect(world.tus.asked.at(-1)).toBe('PATCH up-1 5')
  })

  it('waits for a server that restarts and for a lock that is held elsewhere', async () => {
    world.tus.troubles.push(503, 423)
    addUploads([wish()])
    const patches = () => world.tus.asked.filter((asked) => asked.startsWith('PATCH')).length
    for (const sent of [1, 2]) {
      await waitUntil(() => expect([patches(), only().state]).toEqual([sent, 'waiting']))
      window.dispatchEvent(new Event('online'))
    }
    await state('done')
    expect(patches()).toBe(3)
  })

  it('takes up the upload it began when the answer to its beginning was lost', async () => {
    let lost = true
    mockCall(fileStorage.create_upload, ({ body }) => {
      world.uploads = [buildStorageUpload('up-7', { ...body, type: null })]
      if (!lost) throw new RefusedError('internal')
      lost = false
      throw new RefusedError('unavailable')
    })
    addUploads([wish()])
    await state('waiting')
    window.dispatchEvent(new Event('online'))
    await state('done')
    expect(world.tus.asked).toEqual(['HEAD up-7', 'PATCH up-7 0'])
  })

  it('goes on with an upload of before the reload', async () => {
    const before = buildStorageUpload('up-9', { name: '数据 🚀.bin', offset: 6 })
    world.uploads = [before]
    world.tus.received.set('up-9', new TextEncoder().encode('012345'))
    addUploads([{ ...wish(), unfinished: before }])
    expect(only().sentBytes).toBe(6)
    await state('done')
    expect(world.tus.asked).toEqual(['HEAD up-9', 'PATCH up-9 6'])
  })
})

describe('product §7 An upload that fails', () => {
  it('says that the sums differ, and starts anew when asked', async () => {
    const before = buildStorageUpload('up-9', { name: '数据 🚀.bin', offset: 6 })
    world.uploads = [before]
    world.tus.received.set('up-9', new TextEncoder().encode('xxxxxx')) // of another file
    addUploads([{ ...wish(), unfinished: before }])
    await state('failed')
    expect(only()).toMatchObject({ reason: '收到的内容与校验值不一致，已丢弃，请重新上传', uploadId: null, sentBytes: 0 })
    resumeUpload(only().key)
    await state('done')
    expect(world.entries).toHaveLength(1)
  })

  it('says why when there is no room, and does not try for ever', async () => {
    let asked = 0
    mockCall(fileStorage.create_upload, () => {
      asked += 1
      throw new RefusedError('storage_full')
    })
    addUploads([wish()])
    await state('failed')
    expect(only().reason).toContain('空间不足')
    expect(asked).toBe(1)
  })

  it('says that the file was changed instead of taking it for a broken line', async () => {
    const file = new File(['0123456789'], 'a.txt')
    file.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('changed', 'NotReadableError')) }) as unknown as Blob
    addUploads([{ ...wish('a.txt'), file }])
    await state('failed')
    expect(only().reason).toBe('文件已被移动或更改，请重新选择它')
  })

  it('is thrown away on the server when it is cancelled', async () => {
    world.tus.hold = new Promise(() => undefined)
    addUploads([wish()])
    await waitUntil(() => expect(world.tus.asked).toContain('PATCH up-1 0'))
    await cancelUploadItem(only().key)
    expect(uploads.get()).toEqual([])
    expect(world.uploads).toEqual([])
  })
})

describe('product §7 A name that is taken', () => {
  beforeEach(() => {
    world.entries = [buildStorageFile('数据 🚀.bin')]
  })

  it('waits for an answer and sends nothing before', async () => {
    addUploads([wish()])
    await state('clashing')
    expect(world.tus.asked).toEqual([])
    resolveNameClash(only().key, 'skip')
    expect(uploads.get()).toEqual([])
  })

  it('is replaced when the person says so', async () => {
    addUploads([wish()])
    await state('clashing')
    resolveNameClash(only().key, 'replace')
    await state('done')
    expect(world.entries).toEqual([expect.objectContaining({ path: '数据 🚀.bin', size_bytes: 10 })])
  })

  it('may be taken while the bytes are on their way; they are not sent twice', async () => {
    world.entries = []
    let first = true
    mockCall(fileStorage.complete_upload, ({ body }) => {
      if (first) {
        first = false
        throw new RefusedError('storage_name_taken')
      }
      expect(body.when_taken).toBe('rename')
      return buildStorageFile('数据 🚀 (1).bin')
    })
    addUploads([wish()])
    await state('clashing')
    resolveNameClash(only().key, 'rename')
    await state('done')
    expect(world.tus.asked.filter((asked) => asked.startsWith('PATCH'))).toHaveLength(1)
  })
})

describe('requirements §3 Another session', () => {
  it('has nothing to do with the files of the one before', async () => {
    world.tus.hold = new Promise(() => undefined)
    addUploads([wish()])
    await state('sending')
    session.clear()
    expect(uploads.get()).toEqual([])
  })
})
