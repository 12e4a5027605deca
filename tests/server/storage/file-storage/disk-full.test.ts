import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { fileStorage } from '#contract/file-storage.ts'
import { users } from '#contract/users.ts'
import { readServerConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { packDump } from '#server/db/template.ts'
import { isDiskFull } from '#server/lib/disk-full.ts'
import { loadMigratedDump } from '#tests/support/database.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { computeSha256, type StoragePlatform, startStoragePlatform } from '#tests/support/storage-platform.ts'

const mb = 1_048_576
const dir = mkdtempSync(join(tmpdir(), 'zhisuan-full-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=150m', 'tmpfs', dir]).status === 0
const filler = join(dir, 'filler')

const countFree = () => {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}
const leaveFree = (bytes: number) => writeFileSync(filler, Buffer.alloc(countFree() - bytes))
const makeRoom = () => rmSync(filler, { force: true })

describe.runIf(isMounted || process.env.REQUIRE_ALL)('decision 105 A full disk', () => {
  let rental: RentalPlatform
  let storing: StoragePlatform
  let person: Person
  beforeAll(async () => {
    const config = readServerConfig({ NODE_ENV: 'test', DATA_DIR: dir, USER_RPS: '0', NETWORK_RPS: '0' })
    const template = join(dir, 'template.tar.gz')
    writeFileSync(template, await packDump(await loadMigratedDump()))
    const database = await openDatabase({ data_dir: join(dir, 'database'), template_file: template })
    rental = await createRentalPlatform({ config, database })
    storing = await startStoragePlatform(rental)
    person = await rental.addPerson({ balance: '100.00' })
  })
  afterEach(makeRoom)
  afterAll(async () => {
    expect(await rental.audit()).toEqual([])
    await rental.close()
  })

  const health = async () => (await rental.app.inject('/healthz')).json()
  const figure = async (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await rental.app.inject('/metrics')).body)?.[1])
  const offsetOf = async (id: string) => Number((await storing.tus(person, 'HEAD', id)).headers.get('upload-offset'))

  it('is told before it is full, and health says so without giving the node up', async () => {
    expect(await health()).toMatchObject({ ok: true, disk: 'ok' })
    leaveFree(12 * mb)
    const { statusCode } = await rental.app.inject('/healthz')
    expect([statusCode, await health()]).toEqual([200, expect.objectContaining({ ok: true, disk: 'low' })])
    for (const disk of ['data', 'files'])
      expect(await figure(`zhisuan_data_disk_free_bytes{disk="${disk}"}`)).toBeLessThan(13 * mb)
    makeRoom()
    expect(await health()).toMatchObject({ disk: 'ok' })
  })

  it('answers an upload with 507 and the reason, keeps what came, and lets it go on once there is room', async () => {
    const bytes = randomBytes(8 * mb)
    const { id } = (await storing.create(person, '大文件.bin', bytes.length)).data
    leaveFree(3 * mb)
    const refused = await storing.patch(person, id, 0, bytes)
    expect(refused.status).toBe(507)
    const { code, message } = resultCodes.disk_full
    expect(await refused.json()).toEqual({ code, success: false, message, data: null })
    const kept = await offsetOf(id)
    expect(kept).toBeGreaterThan(mb)
    expect([(await health()).disk, await figure('zhisuan_disk_full_failures_total')]).toEqual(['full', 1])

    makeRoom()
    expect((await storing.patch(person, id, kept, bytes.subarray(kept))).status).toBe(204)
    expect((await storing.complete(person, id, computeSha256(bytes))).data).toMatchObject({ size_bytes: bytes.length })
    const entry = await rental.deps.volumes.read(storing.placeOf(person, '大文件.bin'))
    expect(computeSha256(Buffer.concat(await entry.toArray()))).toBe(computeSha256(bytes))
  })

  it('refuses a new upload, which can be continued afterwards, and leaves nothing half written elsewhere', async () => {
    leaveFree(0)
    const reply = await storing.create(person, 'b.txt', 2)
    makeRoom()
    expect([reply.status, reply.code]).toEqual([507, resultCodes.disk_full.code])
    const [begun] = (await person.call(fileStorage.uploads)).data
    expect(begun).toMatchObject({ name: 'b.txt', offset: 0 })
    expect((await storing.patch(person, begun!.id, 0, Buffer.from('ok'))).status).toBe(204)
    expect((await storing.complete(person, begun!.id, computeSha256('ok'))).status).toBe(200)

    leaveFree(mb)
    const place = { volume: 'exports', path: 'a.csv' } as const
    const failed = await rental.deps.volumes.write(place, Readable.from([randomBytes(2 * mb)])).catch((error: unknown) => error)
    makeRoom()
    expect([isDiskFull(failed), await rental.deps.volumes.stat(place)]).toEqual([true, undefined])
  })

  it('of the database refuses changes with 507, answers reads, and goes on once there is room', async () => {
    const rename = (name: string) => person.call(users.update, { params: { id: person.id }, body: { nickname: name } })
    leaveFree(0)
    let refused = await rename('名字0')
    for (let n = 1; n < 400 && refused.status === 200; n += 1) refused = await rename(`名字${n}`)
    expect([refused.status, refused.code]).toEqual([507, resultCodes.disk_full.code])
    expect((await person.call(users.get, { params: { id: person.id } })).status).toBe(200)
    makeRoom()
    expect((await rename('有空间了')).status).toBe(200)
    expect((await person.call(users.get, { params: { id: person.id } })).data.nickname).toBe('有空间了')
  })
})

afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', dir])
  rmdirSync(dir)
})
