import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { fileStorage } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import { operatorStorage } from '#contract/operator/storage.ts'
import { cleanUpStorage } from '#server/domains/storage/file-storage/storage-cleanup.service.ts'
import { testRegionId } from '#tests/support/market.ts'
import { computeSha256 } from '#tests/support/storage-platform.ts'
import { openTusPatch } from '#tests/support/tus-patch.ts'
import { person, rental, setUpStorage, storing } from './storage-set-up.ts'

setUpStorage()

const read = async (path: string) =>
  (await person.call(fileStorage.preview, { query: { region_id: testRegionId, path } })).data.text
const offsetOf = async (id: string) => Number((await storing.tus(person, 'HEAD', id)).headers.get('upload-offset'))
const state = async (id: string) => person.call(fileStorage.get_upload, { params: { id } })

/** Sends a part of a promised body and then breaks the connection. */
async function cut(id: string, offset: number, promised: number, bytes: Buffer): Promise<void> {
  const sending = openTusPatch(storing.origin, id, await person.token(), offset, promised)
  sending.on('error', () => undefined)
  await new Promise<void>((resolve) => sending.write(bytes, () => resolve()))
  await sleep(100)
  sending.destroy()
}

describe('product §7 Uploading', () => {
  it('is not there by an id that nobody could have', async () => {
    for (const id of ['upload-none', '%00', 'a%00b', '%F0%9F%99%82'])
      expect((await storing.tus(person, 'HEAD', id)).status).toBe(404)
  })

  it('puts a file where it belongs once it is whole, with the folders on the way', async () => {
    const reply = await storing.upload(person, '数据 😀.txt', Buffer.from('内容'), { folder: '项目/2026' })
    expect(reply.data).toMatchObject({ path: '项目/2026/数据 😀.txt', size_bytes: 6, kind: 'file' })
    expect(await read('项目/2026/数据 😀.txt')).toBe('内容')
    expect((await person.call(fileStorage.uploads)).data).toEqual([])
  })

  it('takes an empty file', async () => {
    expect((await storing.upload(person, 'empty', Buffer.alloc(0))).data.size_bytes).toBe(0)
  })

  it('nothing is seen of it before it is complete', async () => {
    const { id } = (await storing.create(person, 'a.bin', 10)).data
    await storing.patch(person, id, 0, Buffer.alloc(10))
    expect(await storing.list(person)).toEqual([])
    expect((await person.call(fileStorage.uploads)).data).toMatchObject([{ id, offset: 10, size_bytes: 10 }])
  })

  it('content that is not what was sent is refused and nothing of it is kept', async () => {
    const { id } = (await storing.create(person, 'a.bin', 4)).data
    await storing.patch(person, id, 0, Buffer.from('abcd'))
    const reply = await storing.complete(person, id, computeSha256('abce'))
    expect([reply.code, reply.errors?.sha256?.length]).toEqual([resultCodes.upload_mismatch.code, 1])
    expect([await storing.list(person), (await state(id)).status]).toEqual([[], 404])
    expect((await storing.usage(person)).reserved_bytes).toBe(0)
    expect(await rental.deps.volumes.stat({ volume: 'uploads', path: id })).toBeUndefined()
  })

  it('one that has not arrived in full is not complete', async () => {
    const { id } = (await storing.create(person, 'a.bin', 10)).data
    await storing.patch(person, id, 0, Buffer.alloc(9))
    expect((await storing.complete(person, id, computeSha256(Buffer.alloc(10)))).code).toBe(resultCodes.upload_incomplete.code)
    expect((await state(id)).data.offset).toBe(9)
  })

  it('refuses, renames or replaces what is called so already', async () => {
    await storing.upload(person, 'a.txt', Buffer.from('first'))
    const refused = await storing.create(person, 'a.txt', 1)
    expect([refused.code, refused.errors?.name?.length]).toEqual([resultCodes.storage_name_taken.code, 1])
    expect((await storing.upload(person, 'a.txt', Buffer.from('second'), { when_taken: 'rename' })).data.path).toBe('a (2).txt')
    expect((await storing.upload(person, 'a.txt', Buffer.from('3'), { when_taken: 'replace' })).data.path).toBe('a.txt')
    expect([await read('a.txt'), await read('a (2).txt')]).toEqual(['3', 'second'])
    expect(await storing.usage(person)).toMatchObject({ used_bytes: 7, file_count: 2, reserved_bytes: 0 })
    await storing.leave(person, 'folder/x', 'x')
    expect((await storing.create(person, 'folder', 1, { when_taken: 'replace' })).status).toBe(409)
  })

  it('a name that was taken meanwhile can still be settled without sending anything again', async () => {
    const { id } = (await storing.create(person, 'a.txt', 3)).data
    await storing.patch(person, id, 0, Buffer.from('new'))
    await storing.leave(person, 'a.txt', 'old')
    expect((await storing.complete(person, id, computeSha256('new'))).code).toBe(resultCodes.storage_name_taken.code)
    expect(await read('a.txt')).toBe('old')
    expect((await storing.complete(person, id, computeSha256('new'), 'rename')).data.path).toBe('a (2).txt')
  })

  it('giving up frees the room and the bytes', async () => {
    const { id } = (await storing.create(person, 'a.bin', 10)).data
    await storing.patch(person, id, 0, Buffer.alloc(5))
    expect((await person.call(fileStorage.cancel_upload, { params: { id } })).status).toBe(200)
    expect((await storing.usage(person)).reserved_bytes).toBe(0)
    expect((await storing.tus(person, 'HEAD', id)).status).toBe(404)
    expect(await rental.deps.volumes.stat({ volume: 'uploads', path: id })).toBeUndefined()
  })

  it('what nobody goes on with for a day is dropped, counted from its last byte', async () => {
    const { id } = (await storing.create(person, 'a.bin', 10)).data
    await rental.clock.advance(23 * 3_600_000)
    await storing.patch(person, id, 0, Buffer.alloc(5))
    await rental.clock.advance(23 * 3_600_000)
    await cleanUpStorage(rental.deps)
    expect((await state(id)).data.offset).toBe(5)
    await rental.clock.advance(3_700_000)
    await cleanUpStorage(rental.deps)
    expect((await state(id)).status).toBe(404)
    expect(await rental.deps.volumes.stat({ volume: 'uploads', path: id })).toBeUndefined()
  })

  it('killed between putting it in place and saying so, it is said later, once', async () => {
    const bytes = Buffer.from('placed')
    const { id } = (await storing.create(person, 'a.txt', bytes.length)).data
    await storing.patch(person, id, 0, bytes)
    const { kysely } = rental.deps.database
    await kysely.updateTable('storage_uploads').set({ placed_path: 'a.txt' }).where('id', '=', id).execute()
    await rental.deps.volumes.bring({ volume: 'uploads', path: id }, storing.placeOf(person, 'a.txt'))
    await cleanUpStorage(rental.deps)
    expect(await storing.usage(person)).toMatchObject({ used_bytes: 6, file_count: 1, reserved_bytes: 0 })
    expect((await state(id)).status).toBe(404)
  })
})

describe('product §7 Quota', () => {
  const gb = 1_073_741_824

  it('two uploads for the last bytes: one gets them', async () => {
    await storing.create(person, 'most.bin', 20 * gb - 100)
    const both = await Promise.all(['a', 'b'].map((name) => storing.create(person, name, 60)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)!
    expect([refused.code, refused.message]).toEqual([resultCodes.storage_full.code, expect.stringContaining('还剩 40 B')])
    expect((await storing.usage(person)).reserved_bytes).toBe(20 * gb - 40)
  })

  it('a file is not larger than any file may be, and uploads are not without number', async () => {
    expect((await storing.create(person, 'a', limits.fileMaxBytes + 1)).errors?.size_bytes).toBeDefined()
    await storing.create(person, 'a', 1)
    await rental.deps.database.transaction(async (trx) => {
      const row = await trx.selectFrom('storage_uploads').selectAll().where('user_id', '=', person.id).executeTakeFirstOrThrow()
      const many = Array.from({ length: limits.uploadsOpenMax - 1 }, (_, i) => ({ ...row, id: `${row.id}-${i}` }))
      await trx.insertInto('storage_uploads').values(many).execute()
    })
    expect((await storing.create(person, 'b', 1)).code).toBe(resultCodes.upload_limit.code)
  })

  it('an operator sets another one, with a reason that stands in the audit log', async () => {
    const operator = await rental.addPerson({ role: 'operator_support' })
    await storing.upload(person, 'a.bin', Buffer.alloc(100))
    const set = (quotaGb: number) =>
      operator.call(operatorStorage.set_quota, {
        params: { id: person.id },
        body: { region_id: testRegionId, quota_gb: quotaGb, reason: '课题组申请' },
      })
    expect((await set(30)).data).toMatchObject({
      quota_bytes: 30 * gb,
      default_quota: false,
      quota_reason: '课题组申请',
      used_bytes: 100,
    })
    expect((await storing.create(person, 'big', 25 * gb)).status).toBe(200)
    await set(0)
    expect((await storing.create(person, 'b', 1)).code).toBe(resultCodes.storage_full.code)
    const listed = await operator.call(operatorStorage.list, { query: { keyword: person.id } })
    expect(listed.data).toMatchObject([{ user_id: person.id, region_id: testRegionId, quota_bytes: 0, file_count: 1 }])
    const audit = await rental.deps.database.kysely
      .selectFrom('audit_log')
      .selectAll()
      .where('target_id', '=', person.id)
      .execute()
    expect(audit.map(({ after }) => JSON.stringify(after))).toContainEqual(expect.stringContaining('课题组申请'))
  })
})

describe('Uploads by tus', () => {
  it('a cut connection keeps what arrived, and the rest goes on from there', async () => {
    const bytes = randomBytes(300_000)
    const { id } = (await storing.create(person, 'cut.bin', bytes.length)).data
    await cut(id, 0, bytes.length, bytes.subarray(0, 100_000))
    const offset = await offsetOf(id)
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThanOrEqual(100_000)
    const answer = await storing.patch(person, id, offset, bytes.subarray(offset))
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, '300000'])
    expect((await storing.complete(person, id, computeSha256(bytes))).status).toBe(200)
  })

  it('who comes back takes over from a connection that nobody saw break', async () => {
    const bytes = randomBytes(50_000)
    const { id } = (await storing.create(person, 'half-open.bin', bytes.length)).data
    const stalled = storing.tus(
      person,
      'PATCH',
      id,
      { 'upload-offset': '0' },
      new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(bytes.subarray(0, 20_000))) }),
    )
    stalled.catch(() => undefined)
    await sleep(300)
    expect(await offsetOf(id)).toBe(20_000)
    expect((await storing.patch(person, id, 20_000, bytes.subarray(20_000))).status).toBe(204)
    expect((await storing.complete(person, id, computeSha256(bytes))).status).toBe(200)
  })

  it('refuses another offset, more than was promised, and what is no tus', async () => {
    const { id } = (await storing.create(person, 'a.bin', 10)).data
    expect((await storing.patch(person, id, 5, Buffer.alloc(5))).status).toBe(409)
    expect((await storing.patch(person, id, 0, Buffer.alloc(11))).status).toBe(413)
    expect(
      (await storing.tus(person, 'PATCH', id, { 'upload-offset': '0', 'tus-resumable': '0.1' }, new Uint8Array(1))).status,
    ).toBe(400)
    expect((await storing.tus(person, 'PATCH', id, {}, new Uint8Array(1))).status).toBeGreaterThanOrEqual(400)
    expect(await offsetOf(id)).toBe(0)
  })

  it('uploads are made and given up by the calls of the API only', async () => {
    const { id } = (await storing.create(person, 'a.bin', 10)).data
    const token = await person.token()
    for (const [method, path] of [
      ['POST', '/tus/v1'],
      ['POST', `/tus/v1/${id}`],
      ['DELETE', `/tus/v1/${id}`],
      ['GET', `/tus/v1/${id}`],
    ] as const) {
      const reply = await fetch(storing.origin + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', 'upload-length': '5' },
      })
      expect([method, path, reply.status]).toEqual([method, path, 404])
    }
    expect((await state(id)).data.offset).toBe(0)
  })
})

describe('requirements §6 Who may send bytes', () => {
  it.each(['user', 'sub', 'tencent', 'admin', 'finance', 'review', 'support'] as const)(
    '%s: to their own, and to nobody else’s',
    async (role) => {
      const operator = {
        admin: 'operator_admin',
        finance: 'operator_finance',
        review: 'operator_review',
        support: 'operator_support',
      } as const
      const traits =
        role === 'sub'
          ? { account_type: 'sub' as const }
          : role === 'tencent'
            ? { is_tencent: true }
            : role === 'user'
              ? {}
              : { role: operator[role] }
      const caller = await rental.addPerson(traits)
      const own = (await storing.create(caller, 'a', 1)).data.id
      const others = (await storing.create(person, 'a', 1)).data.id
      for (const [id, status] of [
        [own, 200],
        [others, 404],
        ['upload-none', 404],
      ] as const) {
        expect([id, (await storing.tus(caller, 'HEAD', id)).status]).toEqual([id, status])
      }
      expect((await storing.patch(caller, others, 0, Buffer.alloc(1))).status).toBe(404)
      expect((await storing.patch(caller, own, 0, Buffer.alloc(1))).status).toBe(204)
      expect((await state(others)).data.offset).toBe(0)
    },
  )

  it('nobody without a token, with a bad one, or whose session has ended or account is frozen', async () => {
    const { id } = (await storing.create(person, 'a', 1)).data
    const { kysely } = rental.deps.database
    const status = async (headers: Record<string, string>) => (await storing.tus(undefined, 'HEAD', id, headers)).status
    expect(await status({})).toBe(401)
    expect(await status({ authorization: 'Bearer x' })).toBe(401)
    const authorization = `Bearer ${await person.token()}`
    expect(await status({ authorization })).toBe(200)
    await kysely.updateTable('users').set({ frozen_at: rental.clock.now() }).where('id', '=', person.id).execute()
    await rental.clock.advance(6_000)
    expect(await status({ authorization })).toBe(403)
    await kysely.updateTable('users').set({ frozen_at: null }).where('id', '=', person.id).execute()
    await kysely.updateTable('sessions').set({ revoked_at: rental.clock.now() }).where('user_id', '=', person.id).execute()
    await rental.clock.advance(6_000)
    expect(await status({ authorization })).toBe(401)
  })
})
