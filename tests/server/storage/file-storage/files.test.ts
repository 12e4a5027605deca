import { describe, expect, it, vi } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { FileName, fileStorage } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import { cleanUpStorage } from '#server/domains/storage/file-storage/storage-cleanup.service.ts'
import { testRegionId } from '#tests/support/market.ts'
import { person, rental, setUpStorage, storing } from './storage-set-up.ts'

const gb = 1_073_741_824
setUpStorage()

const folder = (name: string, into = '') =>
  person.call(fileStorage.create_folder, { body: { region_id: testRegionId, folder: into, name } })
const move = (paths: string[], to: string, more: object = {}) =>
  person.call(fileStorage.move, { body: { region_id: testRegionId, paths, folder: to, ...more } })
const remove = (paths: string[]) => person.call(fileStorage.remove, { body: { region_id: testRegionId, paths } })

describe('product §7 File names', () => {
  const fine = [
    '报告 终稿.pdf',
    '😀 👩‍💻.txt',
    'trailing.',
    '...',
    '.hidden',
    'a+b&c=d?e#f%2e%2e.txt',
    'o\'clock "x".md',
    'x'.repeat(255),
  ]
  it.each(fine)('%j is a name like any other', async (name) => {
    const reply = await folder(name)
    expect(reply.data).toMatchObject({ path: name, name, kind: 'folder' })
    expect(await storing.list(person)).toEqual([name])
  })

  const refused: [string, string][] = [
    ['', '请输入名称'],
    ['   ', '请输入名称'],
    ['.', '名称不能是 . 或 ..'],
    ['..', '名称不能是 . 或 ..'],
    ['../up', '名称不能包含 / 或 \\'],
    ['a/b', '名称不能包含 / 或 \\'],
    ['a\\b', '名称不能包含 / 或 \\'],
    ['a\nb', '名称不能包含控制字符或不可见字符'],
    ['photo\u202egpj.exe', '名称不能包含控制字符或不可见字符'],
    ['.zhisuan', '这个名称由平台使用，请换一个'],
    ['字'.repeat(86), '名称过长，最多 255 字节（约 85 个汉字）'],
  ]
  it.each(refused)('%j is refused at its field', async (name, message) => {
    const reply = await folder(name)
    expect([reply.status, reply.errors?.name?.[0]]).toEqual([400, message])
  })

  it('half a character is no text', async () => {
    expect((await folder('half\ud800')).status).toBe(400)
    expect(FileName.safeParse('half\ud800').success).toBe(false)
  })

  it('one name is written in one way, whichever way it is typed', async () => {
    expect((await folder('e\u0301te\u0301')).data.name).toBe('\u00e9t\u00e9')
    expect((await folder('\u00e9t\u00e9')).code).toBe(resultCodes.storage_name_taken.code)
  })

  it('what a program left in another way of writing is found as it is listed, and can be renamed', async () => {
    await storing.leave(person, 'e\u0301.txt', 'x')
    const [listed] = await storing.list(person)
    expect(listed).toBe('e\u0301.txt')
    expect((await move([listed!], '', { name: 'plain.txt' })).data[0]).toMatchObject({ ok: true, to: 'plain.txt' })
  })

  const paths = [
    '../x',
    '..',
    'a/../../etc/passwd',
    '/etc/passwd',
    './a',
    'a//b',
    'a/',
    '.zhisuan',
    '.zhisuan/x',
    `${'x/'.repeat(600)}x`,
  ]
  it.each(paths)('no call follows the path %j', async (path) => {
    const bad = resultCodes.invalid.http
    expect((await person.call(fileStorage.list, { query: { region_id: testRegionId, path } })).status).toBe(bad)
    expect((await person.call(fileStorage.preview, { query: { region_id: testRegionId, path } })).status).toBe(bad)
    expect((await person.call(fileStorage.download_link, { body: { region_id: testRegionId, path } })).status).toBe(bad)
    expect((await remove([path])).status).toBe(bad)
    expect((await move([path], '')).status).toBe(bad)
    expect((await storing.create(person, 'x', 1, { folder: path })).status).toBe(bad)
  })

  it('an encoded way up is a strange name and nothing more', async () => {
    const reply = await person.call(fileStorage.list, { query: { region_id: testRegionId, path: '%2e%2e%2fetc' } })
    expect(reply.code).toBe(resultCodes.storage_not_found.code)
  })
})

describe('product §7 Browsing', () => {
  it('folders stand first, names in the order of people, and pages and sums agree', async () => {
    for (const path of ['第 10 章.txt', '第 2 章.txt', 'b/x', 'a.txt']) await storing.leave(person, path, path)
    expect(await storing.list(person)).toEqual(['b', '第 2 章.txt', '第 10 章.txt', 'a.txt'])
    const page = await person.call(fileStorage.list, { query: { region_id: testRegionId, page: 2, page_size: 3 } })
    expect([page.total, page.data.length]).toEqual([4, 1])
    const largest = await person.call(fileStorage.list, {
      query: { region_id: testRegionId, sort: 'size_bytes', order: 'desc' },
    })
    expect(largest.data.map(({ size_bytes: sizeBytes }) => sizeBytes)).toEqual([0, 14, 13, 5])
  })

  it('a keyword finds names in the folder, whatever their case', async () => {
    for (const path of ['Model.bin', 'data.csv', '模型说明.md']) await storing.leave(person, path, 'x')
    const found = async (keyword: string) =>
      (await person.call(fileStorage.list, { query: { region_id: testRegionId, keyword } })).data.map(({ name }) => name)
    expect([await found('model'), await found('模型'), await found('%')]).toEqual([['Model.bin'], ['模型说明.md'], []])
  })

  it('tells the type by the ending and the time of each file', async () => {
    await storing.leave(person, 'a.ZIP', 'x')
    const [entry] = (await person.call(fileStorage.list, { query: { region_id: testRegionId } })).data
    expect(entry).toMatchObject({ type: 'application/zip', kind: 'file', size_bytes: 1 })
    expect(entry!.changed_at).not.toBeNull()
  })

  it('a name with a line break, which no call could say, is left out', async () => {
    await storing.leave(person, 'line\nbreak', 'x')
    expect(await storing.list(person)).toEqual([])
  })

  it('what is not there, or is no folder, is said', async () => {
    await storing.leave(person, 'file', 'x')
    const codeAt = async (path: string) =>
      (await person.call(fileStorage.list, { query: { region_id: testRegionId, path } })).code
    expect(await codeAt('absent')).toBe(resultCodes.storage_not_found.code)
    expect(await codeAt('file')).toBe(resultCodes.storage_not_a_folder.code)
    expect((await person.call(fileStorage.list, { query: { region_id: 'nowhere' } })).errors?.region_id).toBeDefined()
  })

  it('nobody sees what is another’s', async () => {
    await storing.leave(person, 'mine.txt', 'x')
    const other = await rental.addPerson()
    expect(await storing.list(other)).toEqual([])
    const reply = await other.call(fileStorage.preview, { query: { region_id: testRegionId, path: 'mine.txt' } })
    expect(reply.code).toBe(resultCodes.storage_not_found.code)
    const sub = await rental.addPerson({ account_type: 'sub' })
    expect(await storing.list(sub)).toEqual([])
  })
})

describe('product §7 Moving, renaming and removing', () => {
  it('moves several into a folder and says of each what became of it', async () => {
    for (const path of ['a.txt', 'b.txt', 'to/b.txt']) await storing.leave(person, path, path)
    const { data } = await move(['a.txt', 'b.txt', 'gone.txt', 'to'], 'to')
    expect(data.map(({ ok, to, code }) => [ok, to, code])).toEqual([
      [true, 'to/a.txt', '0'],
      [false, null, resultCodes.storage_name_taken.code],
      [false, null, resultCodes.storage_not_found.code],
      [false, null, resultCodes.storage_into_itself.code],
    ])
    expect(await storing.list(person, 'to')).toEqual(['to/a.txt', 'to/b.txt'])
  })

  it('renames in place, and beside or onto what is called so when told to', async () => {
    for (const path of ['a.txt', 'b.txt', 'c.txt', 'report.tar.gz', 'x.tar.gz']) await storing.leave(person, path, path)
    expect((await move(['a.txt'], '', { name: 'b.txt' })).data[0]!.ok).toBe(false)
    expect((await move(['a.txt'], '', { name: 'b.txt', when_taken: 'rename' })).data[0]!.to).toBe('b (2).txt')
    expect((await move(['x.tar.gz'], '', { name: 'report.tar.gz', when_taken: 'rename' })).data[0]!.to).toBe('report (2).tar.gz')
    expect((await move(['c.txt'], '', { name: 'b.txt', when_taken: 'replace' })).data[0]!.to).toBe('b.txt')
    const { text } = (await person.call(fileStorage.preview, { query: { region_id: testRegionId, path: 'b.txt' } })).data
    expect(text).toBe('c.txt')
  })

  it('never replaces a folder, nor several with one name', async () => {
    await storing.leave(person, 'a.txt', 'x')
    await storing.leave(person, 'folder/keep.txt', 'x')
    expect((await move(['a.txt'], '', { name: 'folder', when_taken: 'replace' })).data[0]!.ok).toBe(false)
    expect((await move(['a.txt', 'folder'], '', { name: 'z' })).errors?.name).toEqual(['一次只能给一项改名'])
    expect((await move(['a.txt'], 'nowhere')).errors?.folder).toBeDefined()
  })

  it('removes folders with all they hold, and what is gone is said to be gone', async () => {
    await storing.leave(person, 'f/deep/x', '12345')
    await storing.leave(person, 'y', '1')
    const { data } = await remove(['f', 'z'])
    expect(data.map(({ ok, code }) => [ok, code])).toEqual([
      [true, '0'],
      [false, resultCodes.storage_not_found.code],
    ])
    expect(await storing.list(person)).toEqual(['y'])
  })
})

describe('product §7 Preview', () => {
  const preview = (path: string) => person.call(fileStorage.preview, { query: { region_id: testRegionId, path } })

  it('shows the beginning of a text, whole characters only', async () => {
    await storing.leave(person, 'long.txt', '字'.repeat(30_000))
    const { data } = await preview('long.txt')
    expect([data.truncated, data.size_bytes]).toEqual([true, 90_000])
    expect(data.text).toBe('字'.repeat(Math.floor(limits.filePreviewBytes / 3)))
    await storing.leave(person, 'empty.txt', '')
    expect((await preview('empty.txt')).data).toEqual({ text: '', truncated: false, size_bytes: 0 })
  })

  it('reads GB 18030, and refuses what is no text, whatever it is called', async () => {
    await storing.leave(person, 'gbk.txt', Buffer.from([0xd6, 0xd0, 0xce, 0xc4]))
    expect((await preview('gbk.txt')).data.text).toBe('中文')
    await storing.leave(person, 'photo.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]))
    expect((await preview('photo.txt')).code).toBe(resultCodes.not_a_text_file.code)
  })
})

describe('product §7 Statistics', () => {
  it('what goes through the calls is counted at once, and 20 GB per region are free', async () => {
    await storing.upload(person, 'a.bin', Buffer.alloc(1000))
    await storing.upload(person, 'b.bin', Buffer.alloc(500))
    await storing.create(person, 'waiting.bin', 300)
    expect(await storing.usage(person)).toMatchObject({
      used_bytes: 1500,
      file_count: 2,
      reserved_bytes: 300,
      quota_bytes: 20 * gb,
    })
    await remove(['a.bin'])
    expect(await storing.usage(person)).toMatchObject({ used_bytes: 500, file_count: 1, mount_path: '/storage', mountable: true })
  })

  it('what programs in instances write is found within ten minutes of looking, and by the job', async () => {
    await storing.upload(person, 'a.bin', Buffer.alloc(10))
    await storing.usage(person)
    await storing.leave(person, 'by-program.bin', Buffer.alloc(90))
    expect((await storing.usage(person)).used_bytes).toBe(10)
    await rental.clock.advance(601_000)
    expect((await storing.usage(person)).used_bytes).toBe(100)
    await storing.leave(person, 'another.bin', Buffer.alloc(900))
    await rental.clock.advance(7 * 3_600_000)
    await cleanUpStorage(rental.deps)
    const row = await rental.deps.database.kysely
      .selectFrom('storage_usage')
      .select('used_bytes')
      .where('user_id', '=', person.id)
      .executeTakeFirst()
    expect(row?.used_bytes).toBe(1000n)
  })

  it('the walk tells the kinds of files apart by the endings of their names', async () => {
    await storing.upload(person, 'a.SafeTensors', Buffer.alloc(300))
    await storing.leave(person, 'deep/run.tar.gz', Buffer.alloc(20))
    await storing.leave(person, '.zip', Buffer.alloc(5))
    await storing.leave(person, 'no ending', Buffer.alloc(2))
    await rental.clock.advance(601_000)
    const { bytes_by_type: byType, used_bytes: usedBytes } = await storing.usage(person)
    expect(byType).toEqual({ model: 300, archive: 20, other: 7 })
    expect(usedBytes).toBe(327)
  })

  it('a storage is walked once at a time, however many ask how much is in it', async () => {
    await storing.upload(person, 'a.bin', Buffer.alloc(10))
    await storing.usage(person)
    await storing.leave(person, 'by-program.bin', Buffer.alloc(90))
    await rental.clock.advance(601_000)
    const walks = vi.spyOn(rental.deps.volumes, 'usage')
    const seen = await Promise.all(Array.from({ length: 8 }, () => storing.usage(person)))
    const count = walks.mock.calls.length
    walks.mockRestore()
    expect(seen.map(({ used_bytes: usedBytes }) => usedBytes)).toEqual(seen.map(() => 100))
    expect(count).toBe(1)
  })

  it('nothing stays of an account that was closed', async () => {
    await storing.upload(person, 'a.bin', Buffer.alloc(10))
    await storing.create(person, 'b.bin', 10)
    await rental.deps.database.kysely
      .updateTable('users')
      .set({ closed_at: rental.clock.now() })
      .where('id', '=', person.id)
      .execute()
    await cleanUpStorage(rental.deps)
    expect(await rental.deps.volumes.list(storing.placeOf(person, ''))).toEqual([])
    const left = await rental.deps.database.kysely
      .selectFrom('storage_usage')
      .select('user_id')
      .where('user_id', '=', person.id)
      .execute()
    expect(left).toEqual([])
  })
})
