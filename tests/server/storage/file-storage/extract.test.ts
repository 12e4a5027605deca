import { describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { fileStorage } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import { runExtractions } from '#server/domains/storage/file-storage/extract-worker.service.ts'
import { stagingFolder } from '#server/ports/volumes.ts'
import { testRegionId } from '#tests/support/market.ts'
import { buildZip, type ZipEntry } from '#tests/support/zip.ts'
import { person, rental, setUpStorage, storing } from './storage-set-up.ts'

setUpStorage()

const start = (path: string, folder = '') => person.call(fileStorage.extract, { body: { region_id: testRegionId, path, folder } })
const read = async (path: string) =>
  (await person.call(fileStorage.preview, { query: { region_id: testRegionId, path } })).data.text
const stagedFiles = () => rental.deps.volumes.list(storing.placeOf(person, stagingFolder)).catch(() => [])

/** Leaves an archive, has it unpacked, and tells how that ended. */
async function extract(archive: Buffer, name = '资料.zip') {
  await storing.leave(person, name, archive)
  const { id } = (await start(name)).data
  await runExtractions(rental.deps)
  return (await person.call(fileStorage.get_task, { params: { id } })).data
}

describe('product §7 Unpacking', () => {
  it('makes a folder named as the archive, with all that it holds', async () => {
    const ended = await extract(
      buildZip([
        { name: '说明/' },
        { name: '说明/读我 😀.txt', content: '你好' },
        { name: 'data/a.bin', content: Buffer.alloc(100_000, 'a') },
        { name: 'stored.txt', content: 'as it is', method: 0 },
        { name: 'empty' },
      ]),
    )
    expect(ended).toMatchObject({ state: 'done', percent: 100, result_path: '资料', error: null })
    expect(await storing.list(person, '资料')).toEqual(['资料/说明', '资料/data', '资料/empty', '资料/stored.txt'])
    expect([await read('资料/说明/读我 😀.txt'), await read('资料/stored.txt')]).toEqual(['你好', 'as it is'])
    expect(await stagedFiles()).toEqual([])
  })

  it('stands beside a folder that is called so already, and counts', async () => {
    await storing.leave(person, '资料/mine', 'x')
    expect((await extract(buildZip([{ name: 'a', content: 'abc' }]))).result_path).toBe('资料 (2)')
    await rental.clock.advance(601_000)
    const counted = await storing.usage(person)
    const row = await rental.deps.database.kysely
      .selectFrom('storage_usage')
      .selectAll()
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect([counted.reserved_bytes, counted.file_count]).toEqual([0, Number(row.file_count)])
    expect(counted.file_count).toBe(3)
  })

  it('reads names that were written on a Chinese Windows', async () => {
    const name = Buffer.from([0xd6, 0xd0, 0x5c, 0xce, 0xc4, 0x2e, 0x74, 0x78, 0x74]) // 中\文.txt in GBK
    expect((await extract(buildZip([{ name, content: 'x', flags: 0 }]))).state).toBe('done')
    expect(await storing.list(person, '资料/中')).toEqual(['资料/中/文.txt'])
  })

  const tricks: [string, ZipEntry[], string][] = [
    ['climbs out', [{ name: '../../etc/passwd', content: 'x' }], '指向外面'],
    ['climbs out with backslashes', [{ name: 'a\\..\\..\\x', content: 'x' }], '指向外面'],
    ['is absolute', [{ name: '/etc/passwd', content: 'x' }], '绝对路径'],
    ['has a drive', [{ name: 'C:\\Windows\\x', content: 'x' }], '绝对路径'],
    ['is a link', [{ name: 'link', content: '/etc/passwd', mode: 0o120777 }], '链接或特殊文件'],
    ['is a device', [{ name: 'dev', mode: 0o020666 }], '链接或特殊文件'],
    ['is encrypted', [{ name: 'a', content: 'x', flags: 0x801 }], '密码'],
    ['is packed in an unknown way', [{ name: 'a', content: 'x', method: 14 }], '压缩方式'],
    [
      'has one name twice',
      [
        { name: 'a', content: '1' },
        { name: 'a', content: '2' },
      ],
      '重复的名称',
    ],
    [
      'has one name twice, written in two ways',
      [
        { name: 'é', content: '1' },
        { name: 'e\u0301', content: '2' },
      ],
      '重复的名称',
    ],
    [
      'has a file below a file',
      [
        { name: 'a', content: '1' },
        { name: 'a/b', content: '2' },
      ],
      '重复的名称',
    ],
    ['has a name with a line break', [{ name: 'a\nb', content: '1' }], '名称不能使用'],
    ['has a name that is too long', [{ name: '字'.repeat(90), content: '1' }], '名称不能使用'],
    ['has a path that is too long', [{ name: `${'a/'.repeat(1100)}x`, content: '1' }], '过长的路径'],
    ['has folders too deep', [{ name: `${'a/'.repeat(limits.extractLevels)}x`, content: '1' }], `${limits.extractLevels} 层`],
    ['writes into our own folder', [{ name: '.zhisuan/x', content: '1' }], '名称不能使用'],
    [
      'shares bytes between files',
      [
        { name: 'a', content: 'abc' },
        { name: 'b', content: 'abc', starts_at: 0 },
      ],
      '重叠',
    ],
    ['is a bomb', [{ name: 'a', content: Buffer.alloc(3_000_000) }], '200 倍'],
    [
      'lies about its size',
      [
        { name: 'ok', content: 'x' },
        { name: 'a', content: 'abcdef', size: 3 },
      ],
      '已损坏',
    ],
    [
      'lies about its content',
      [
        { name: 'ok', content: 'x' },
        { name: 'a', content: 'abc', crc: 1 },
      ],
      '已损坏',
    ],
    ['is empty', [], '是空的'],
    ['holds nothing but itself', [{ name: './' }], '是空的'],
  ]
  it.each(tricks)('an archive that %s is refused, says why and leaves nothing', async (_, entries, why) => {
    const ended = await extract(buildZip(entries))
    expect(ended).toMatchObject({ state: 'failed', result_path: null, error: expect.stringContaining(why) })
    expect(await storing.list(person)).toEqual(['资料.zip'])
    expect(await stagedFiles()).toEqual([])
    expect((await storing.usage(person)).reserved_bytes).toBe(0)
    expect(rental.logs.filter((line) => line.includes('unpacking failed'))).toEqual([])
  })

  it('one cut off in the middle is damaged', async () => {
    const whole = buildZip([{ name: 'a', content: Buffer.alloc(1000, 'x') }])
    expect((await extract(whole.subarray(0, whole.length - 30))).error).toContain('已损坏')
  })

  it('too many files are refused before any is read', async () => {
    const archive = buildZip([{ name: 'a', content: 'x' }])
    archive.writeUInt16LE(limits.extractFiles + 1, archive.length - 12)
    archive.writeUInt16LE(limits.extractFiles + 1, archive.length - 14)
    expect((await extract(archive)).error).toContain('超过')
  })

  it('thirty names of 65,535 bytes are refused at the first of them', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `${'a/'.repeat(32_760)}${i}`)
    const archive = buildZip(names.map((name) => ({ name, content: 'x' })))
    expect(archive.length).toBeGreaterThan(3_900_000)
    const ended = await extract(archive)
    expect([ended.state, ended.error]).toEqual(['failed', expect.stringContaining('过长的路径')])
  })

  it('what is no zip is said at once, whatever it is called', async () => {
    await storing.leave(person, 'photo.zip', Buffer.from('GIF89a and then some more of it'))
    const reply = await start('photo.zip')
    expect([reply.code, reply.errors?.path?.length]).toEqual([resultCodes.not_a_zip.code, 1])
    expect((await start('absent.zip')).code).toBe(resultCodes.storage_not_found.code)
  })

  it('what does not fit takes no room', async () => {
    const { kysely } = rental.deps.database
    const archive = buildZip([{ name: 'a', content: Buffer.alloc(5000) }])
    await storing.upload(person, 'first', Buffer.alloc(1))
    await kysely
      .updateTable('storage_usage')
      .set({ quota_bytes: 4000n, quota_reason: '测试' })
      .where('user_id', '=', person.id)
      .execute()
    expect((await extract(archive)).error).toContain('空间不足')
    expect(await stagedFiles()).toEqual([])
  })

  it('cancelled before it begins, nothing happens', async () => {
    await storing.leave(person, 'a.zip', buildZip([{ name: 'a', content: 'x' }]))
    const { id } = (await start('a.zip')).data
    expect((await person.call(fileStorage.cancel_task, { params: { id } })).data.state).toBe('cancelled')
    await runExtractions(rental.deps)
    expect(await storing.list(person)).toEqual(['a.zip'])
    expect((await person.call(fileStorage.cancel_task, { params: { id } })).code).toBe(resultCodes.extract_ended.code)
    expect((await person.call(fileStorage.tasks)).data).toMatchObject([{ id, state: 'cancelled' }])
  })

  it('a worker that died is followed by another, and what it left is taken away', async () => {
    await storing.leave(person, 'a.zip', buildZip([{ name: 'a', content: 'x' }]))
    const { id } = (await start('a.zip')).data
    await storing.leave(person, `${stagingFolder}/${id}/half`, 'half')
    const { kysely } = rental.deps.database
    const left = { state: 'running', staged: true, holder: 'dead', held_until: new Date(rental.clock.now().getTime() + 60_000) }
    await kysely.updateTable('storage_tasks').set(left).where('id', '=', id).execute()
    await runExtractions(rental.deps)
    expect((await person.call(fileStorage.get_task, { params: { id } })).data.state).toBe('running')
    await rental.clock.advance(61_000)
    await runExtractions(rental.deps)
    expect((await person.call(fileStorage.get_task, { params: { id } })).data).toMatchObject({ state: 'done', result_path: 'a' })
    expect([await storing.list(person, 'a'), await stagedFiles()]).toEqual([['a/a'], []])
  })

  it('killed after it was put in place, it is done and not done again', async () => {
    await storing.leave(person, 'a.zip', buildZip([{ name: 'a', content: 'x' }]))
    const { id } = (await start('a.zip')).data
    await storing.leave(person, 'a/a', 'x')
    const { kysely } = rental.deps.database
    await kysely
      .updateTable('storage_tasks')
      .set({ state: 'running', staged: true, result_path: 'a' })
      .where('id', '=', id)
      .execute()
    await runExtractions(rental.deps)
    expect((await person.call(fileStorage.get_task, { params: { id } })).data).toMatchObject({ state: 'done', result_path: 'a' })
    expect(await storing.list(person)).toEqual(['a', 'a.zip'])
  })

  it('so many at once and no more', async () => {
    await storing.leave(person, 'a.zip', buildZip([{ name: 'a', content: 'x' }]))
    for (let i = 0; i < limits.extractTasksOpenMax; i += 1) await start('a.zip')
    expect((await start('a.zip')).code).toBe(resultCodes.extract_limit.code)
  })
})
