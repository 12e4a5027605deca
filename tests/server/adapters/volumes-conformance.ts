import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import {
  stagingFolder,
  toDatasetVolume,
  toPersonalVolume,
  VolumeError,
  type VolumeFault,
  type VolumeStore,
} from '#server/ports/volumes.ts'

const mine = toPersonalVolume('region-1', 'user-1')
const at = (path: string) => ({ volume: mine, path })
const text = (content: string | Buffer) => Readable.from([Buffer.from(content)])

async function faultOf(work: Promise<unknown>): Promise<VolumeFault | undefined> {
  try {
    await work
  } catch (error) {
    if (error instanceof VolumeError) return error.fault
    throw error
  }
}

/** What every place for files must do, whatever the medium. Each rule begins with an empty volume. */
export function defineVolumesConformance(open: () => VolumeStore): void {
  const volumes = () => open()
  const read = async (path: string, range?: { start: number; end: number }) =>
    (await buffer(await volumes().read(at(path), range))).toString()
  const write = (path: string, content: string) => volumes().write(at(path), text(content))
  const paths = async (path = '') => (await volumes().list(at(path))).map((entry) => `${entry.kind} ${entry.path}`)
  const walked = async (path = '') => {
    const found: string[] = []
    for await (const entry of volumes().walk(at(path))) found.push(entry.path)
    return found
  }

  it('a volume nobody wrote to is an empty root', async () => {
    expect(await volumes().list(at(''))).toEqual([])
    expect(await volumes().stat(at(''))).toMatchObject({ kind: 'folder', path: '' })
    expect(await volumes().usage(mine)).toEqual({ bytes: 0, files: 0 })
    expect(await walked()).toEqual([])
    expect(await volumes().stat(at('nothing/here'))).toBeUndefined()
  })

  it('keeps what was written, with the folders on the way, and tells its size and checksum', async () => {
    const content = randomBytes(100_000)
    const written = await volumes().write(
      at('模型/权重 v1/😀 model.bin'),
      Readable.from([content.subarray(0, 5), content.subarray(5)]),
    )
    expect(written).toEqual({ size_bytes: 100_000, sha256: createHash('sha256').update(content).digest('hex') })
    expect(await buffer(await volumes().read(at('模型/权重 v1/😀 model.bin')))).toEqual(content)
    expect(await paths()).toEqual(['folder 模型'])
    expect(await volumes().stat(at('模型/权重 v1/😀 model.bin'))).toMatchObject({ kind: 'file', size_bytes: 100_000 })
    expect(await volumes().stat(at('模型/权重 v1'))).toMatchObject({ kind: 'folder', size_bytes: 0 })
  })

  it('keeps an empty file', async () => {
    expect(await volumes().write(at('empty'), Readable.from([]))).toMatchObject({ size_bytes: 0 })
    expect(await read('empty')).toBe('')
  })

  it('reads a range, both ends included', async () => {
    await write('digits', '0123456789')
    expect(await read('digits', { start: 2, end: 5 })).toBe('2345')
    expect(await read('digits', { start: 9, end: 9 })).toBe('9')
  })

  it('never overwrites unless told to, and never a folder', async () => {
    await write('a', 'one')
    expect(await faultOf(write('a', 'two'))).toBe('exists')
    expect(await read('a')).toBe('one')
    await volumes().write(at('a'), text('three'), { replace: true })
    expect(await read('a')).toBe('three')
    await volumes().makeFolder(at('f'))
    expect(await faultOf(volumes().write(at('f'), text('x'), { replace: true }))).toBe('exists')
  })

  it('a stream that breaks leaves nothing behind', async () => {
    const breaking = new Readable({ read() {} })
    breaking.push(randomBytes(1000))
    const writing = volumes().write(at('broken'), breaking)
    setImmediate(() => breaking.destroy(new Error('cut')))
    await expect(writing).rejects.toThrow('cut')
    expect(await volumes().stat(at('broken'))).toBeUndefined()
    expect(await volumes().usage(mine)).toEqual({ bytes: 0, files: 0 })
  })

  it('lists one level, folders first, each kind by name, and nothing twice', async () => {
    for (const path of ['b.txt', 'a.txt', 'z/deep/file', 'm/one']) await write(path, path)
    await volumes().makeFolder(at('empty'))
    expect(await paths()).toEqual(['folder empty', 'folder m', 'folder z', 'file a.txt', 'file b.txt'])
    expect(await paths('z')).toEqual(['folder z/deep'])
    expect(await paths('empty')).toEqual([])
  })

  it('walks every file below by path', async () => {
    for (const path of ['a/b', 'b.txt', 'a/c/d', 'Z', '中文/文件']) await write(path, '12345')
    expect(await walked()).toEqual(['Z', 'a/b', 'a/c/d', 'b.txt', '中文/文件'])
    expect(await walked('a')).toEqual(['a/b', 'a/c/d'])
    expect(await volumes().usage(mine)).toEqual({ bytes: 25, files: 5 })
  })

  it('keeps volumes apart, and names that begin alike', async () => {
    await write('data/x', '1')
    await write('data-2/x', '2')
    await volumes().write({ volume: toDatasetVolume('version-1'), path: 'x' }, text('3'))
    await volumes().write({ volume: toPersonalVolume('region-1', 'user-10'), path: 'x' }, text('4'))
    await volumes().remove(at('data'))
    expect(await paths()).toEqual(['folder data-2'])
    await volumes().remove(at(''))
    expect(await walked()).toEqual([])
    expect(await volumes().usage(toDatasetVolume('version-1'))).toEqual({ bytes: 1, files: 1 })
    expect(await volumes().usage(toPersonalVolume('region-1', 'user-10'))).toEqual({ bytes: 1, files: 1 })
    await volumes().remove({ volume: toDatasetVolume('version-1'), path: '' })
    await volumes().remove({ volume: toPersonalVolume('region-1', 'user-10'), path: '' })
  })

  it('moves files and folders with all they hold, never onto something and never into themselves', async () => {
    await write('from/deep/file', 'content')
    await write('taken', 'x')
    await volumes().move(mine, 'from', 'new/home')
    expect(await walked()).toEqual(['new/home/deep/file', 'taken'])
    expect(await volumes().stat(at('from'))).toBeUndefined()
    expect(await faultOf(volumes().move(mine, 'new', 'taken'))).toBe('exists')
    expect(await faultOf(volumes().move(mine, 'new', 'new/home/inside'))).toBe('bad_path')
    expect(await faultOf(volumes().move(mine, 'absent', 'b'))).toBe('not_found')
    await volumes().move(mine, 'taken', 'renamed')
    expect(await read('renamed')).toBe('x')
  })

  it('copies a file or a folder, in place of what was there, as often as it is told to', async () => {
    await write('from/a', '1')
    await write('from/b/c', '2')
    const version = { volume: toDatasetVolume('version-2'), path: 'copy' }
    await volumes().write({ ...version, path: 'copy/old' }, text('old'))
    for (const _ of [1, 2]) await volumes().copy(at('from'), version)
    expect((await volumes().list(version)).map(({ path }) => path)).toEqual(['copy/b', 'copy/a'])
    await volumes().copy(at('from/a'), { ...version, path: 'single' })
    expect(await buffer(await volumes().read({ ...version, path: 'single' }))).toEqual(Buffer.from('1'))
    expect(await walked()).toEqual(['from/a', 'from/b/c'])
    await volumes().remove({ ...version, path: '' })
  })

  it('brings a file over from another volume, onto another only when told to', async () => {
    const upload = { volume: 'uploads', path: 'upload-1' } as const
    await volumes().write(upload, text('brought'))
    await write('taken', 'x')
    expect(await faultOf(volumes().bring(upload, at('taken')))).toBe('exists')
    await volumes().bring(upload, at('new folder/file'))
    expect(await read('new folder/file')).toBe('brought')
    expect(await volumes().stat(upload)).toBeUndefined()
    expect(await faultOf(volumes().bring(upload, at('again')))).toBe('not_found')
    await volumes().write(upload, text('second'))
    await volumes().bring(upload, at('taken'), { replace: true })
    expect(await read('taken')).toBe('second')
  })

  it('removing what is not there is success, and a folder stays when its last file goes', async () => {
    await volumes().remove(at('nothing/at/all'))
    await write('folder/only', '1')
    await volumes().remove(at('folder/only'))
    expect(await paths()).toEqual(['folder folder'])
  })

  it('says what is wrong', async () => {
    await write('file', '1')
    await volumes().makeFolder(at('folder'))
    expect(await faultOf(volumes().read(at('absent')))).toBe('not_found')
    expect(await faultOf(volumes().read(at('folder')))).toBe('not_a_file')
    expect(await faultOf(volumes().list(at('absent')))).toBe('not_found')
    expect(await faultOf(volumes().list(at('file')))).toBe('not_a_folder')
    expect(await faultOf(write('file/below', '1'))).toBe('not_a_folder')
    expect(await faultOf(volumes().makeFolder(at('file/below')))).toBe('not_a_folder')
    await volumes().makeFolder(at('folder'))
  })

  const refused = ['../x', 'a/../../x', '..', '.', './a', '/etc/passwd', 'a//b', 'a/', 'a\0b', 'x'.repeat(256)]
  it.each(refused)('%j leads nowhere', async (path) => {
    expect(await faultOf(volumes().stat(at(path)))).toBe('bad_path')
    expect(await faultOf(volumes().list(at(path)))).toBe('bad_path')
    expect(await faultOf(volumes().read(at(path)))).toBe('bad_path')
    expect(await faultOf(write(path, 'x'))).toBe('bad_path')
    expect(await faultOf(volumes().remove(at(path)))).toBe('bad_path')
    expect(await faultOf(volumes().move(mine, path, 'b'))).toBe('bad_path')
    expect(await faultOf(volumes().bring({ volume: 'uploads', path }, at('b')))).toBe('bad_path')
  })

  it('takes any other name for what it is', async () => {
    const names = [
      '%2e%2e%2fx',
      '..hidden',
      '...',
      'spaced  name',
      'a+b&c=d?e#f',
      'quo\'te"s',
      'C:\\x',
      'trailing.',
      'é',
      'e\u0301',
    ]
    for (const name of names) await write(`odd/${name}`, name)
    expect((await walked('odd')).sort()).toEqual(names.map((name) => `odd/${name}`).sort())
    for (const name of names) expect(await read(`odd/${name}`)).toBe(name)
  })

  it('keeps what grows step by step out of sight', async () => {
    await write(`${stagingFolder}/task-1/a`, '1')
    expect([await paths(), await walked(), await volumes().usage(mine)]).toEqual([[], [], { bytes: 0, files: 0 }])
    expect(await volumes().stat(at(`${stagingFolder}/task-1/a`))).toMatchObject({ kind: 'file' })
    await volumes().move(mine, `${stagingFolder}/task-1`, 'out')
    expect(await walked()).toEqual(['out/a'])
  })

  it('shows a file whole or not at all', async () => {
    await write('file', 'old')
    let go = () => {}
    const waiting = new Promise<void>((resolve) => {
      go = resolve
    })
    async function* slowly() {
      yield Buffer.alloc(300_000, 'n')
      await waiting
      yield Buffer.from('end')
    }
    const writing = volumes().write(at('file'), Readable.from(slowly()), { replace: true })
    expect(await read('file')).toBe('old')
    expect(await walked()).toEqual(['file'])
    go()
    await writing
    expect((await read('file')).length).toBe(300_003)
  })
}
