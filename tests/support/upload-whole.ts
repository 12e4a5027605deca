import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { expect } from 'vitest'
import { fileStorage } from '#contract/file-storage.ts'
import { products } from '#contract/products.ts'
import type { PlatformProcess } from '#tests/compute/server.ts'
import { openTusPatch } from '#tests/support/tus-patch.ts'

/** Uploads to a platform's first region, as a demo account. */
export async function openUpload(server: PlatformProcess, who: string, name: string, sizeBytes: number): Promise<string> {
  const [region] = (await server.call(who, products.regions)).data
  const body = { region_id: region!.id, name, size_bytes: sizeBytes }
  return (await server.call(who, fileStorage.create_upload, { body })).data.id
}

export async function sendBytes(server: PlatformProcess, who: string, id: string, offset: number, bytes: Buffer): Promise<void> {
  const sending = openTusPatch(server.origin, id, await server.token(who), offset, bytes.length)
  sending.end(bytes)
  const [answer] = await once(sending, 'response')
  expect(answer.statusCode).toBe(204)
}

/** `bytes` are all of the file. */
export async function finishUpload(server: PlatformProcess, who: string, id: string, bytes: Buffer): Promise<void> {
  const body = { sha256: createHash('sha256').update(bytes).digest('hex') }
  expect((await server.call(who, fileStorage.complete_upload, { params: { id }, body })).status).toBe(200)
}

export async function uploadWhole(server: PlatformProcess, who: string, name: string, bytes: Buffer): Promise<void> {
  const id = await openUpload(server, who, name, bytes.length)
  await sendBytes(server, who, id, 0, bytes)
  await finishUpload(server, who, id, bytes)
}
