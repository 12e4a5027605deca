import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { fileStorage } from '#contract/file-storage.ts'
import { toPersonalVolume } from '#server/ports/volumes.ts'
import { testRegionId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'

export const computeSha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** One user's storage in the only region, on a listening server. */
export async function startStoragePlatform(rental: RentalPlatform) {
  await rental.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = rental.app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const placeOf = (person: Person, path: string) => ({ volume: toPersonalVolume(testRegionId, person.id), path })

  const create = (person: Person, name: string, sizeBytes: number, more: object = {}) =>
    person.call(fileStorage.create_upload, { body: { region_id: testRegionId, name, size_bytes: sizeBytes, ...more } })

  /** Sends one tus request; `token` replaces the user's own token. */
  async function tus(
    person: Person | undefined,
    method: 'HEAD' | 'PATCH',
    id: string,
    headers: Record<string, string> = {},
    body?: BodyInit,
  ) {
    const token = person && (await person.token())
    return fetch(`${origin}/tus/v1/${id}`, {
      method,
      headers: {
        'tus-resumable': '1.0.0',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(method === 'PATCH' && { 'content-type': 'application/offset+octet-stream' }),
        ...headers,
      },
      ...(body !== undefined && { body, duplex: 'half' }),
    } as RequestInit)
  }
  const patch = (person: Person, id: string, offset: number, bytes: Buffer) =>
    tus(person, 'PATCH', id, { 'upload-offset': String(offset) }, new Uint8Array(bytes))
  const complete = (person: Person, id: string, sum: string, whenTaken?: 'refuse' | 'rename' | 'replace') =>
    person.call(fileStorage.complete_upload, { params: { id }, body: { sha256: sum, when_taken: whenTaken } })

  /** Runs the whole upload as a browser does. */
  async function upload(person: Person, name: string, bytes: Buffer, more: object = {}) {
    const { id } = (await create(person, name, bytes.length, more)).data
    if (bytes.length > 0) await patch(person, id, 0, bytes)
    return complete(person, id, computeSha256(bytes))
  }

  return {
    origin,
    placeOf,
    create,
    tus,
    patch,
    complete,
    upload,
    /** Writes a file as a program in an instance does. */
    leave: (person: Person, path: string, content: Buffer | string) =>
      rental.deps.volumes.write(placeOf(person, path), Readable.from([Buffer.from(content)]), { replace: true }),
    list: async (person: Person, path = '') => {
      const { data } = await person.call(fileStorage.list, { query: { region_id: testRegionId, path, page_size: 100 } })
      return data.map((entry) => entry.path)
    },
    usage: async (person: Person) => (await person.call(fileStorage.statistics)).data[0]!,
  }
}

export type StoragePlatform = Awaited<ReturnType<typeof startStoragePlatform>>
