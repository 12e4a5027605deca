import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  addUnlistedFiles,
  computeDiskChanges,
  type ListedFile,
  parseListedFile,
} from '#server/adapters/compute.kubernetes/disk-changes.ts'
import { assertDone } from '#server/adapters/compute.kubernetes/disk-reader.ts'
import { endArchive } from '#server/adapters/oci-registry/layer-archive.ts'

const filledAt = 100
const file = (path: string, changes: Partial<ListedFile> = {}): ListedFile => ({
  path: `./${path}`,
  type: 'file',
  access: '81a4 0 0',
  size: 10,
  modified_at: 50,
  changed_at: 90,
  inode: path,
  links: 1,
  ...changes,
})
const folder = (path: string, changes: Partial<ListedFile> = {}) =>
  file(path, { type: 'folder', access: '41ed 0 0', size: 4096, links: 2, ...changes })
const sorted = (files: ListedFile[]) => files.sort((a, b) => (a.path < b.path ? -1 : 1))
const compare = (disk: ListedFile[], image: ListedFile[]) => computeDiskChanges(sorted(disk), sorted(image), filledAt)

describe('kubernetes: what of a disk is different from its image', () => {
  const image = () => [folder('usr'), folder('usr/lib'), file('usr/lib/a'), file('usr/lib/b'), folder('usr-x'), file('usr-x/c')]

  it('is nothing right after the disk was filled, also where times of folders and sizes on other file systems are others', async () => {
    const disk = image().map((one) => (one.type === 'folder' ? { ...one, size: 66, links: 1 } : one))
    expect(await compare(disk, image())).toEqual({ paths: [], deleted: [], bytes: 0 })
  })

  it.each([
    ['has another size', { size: 11 }],
    ['has another time', { modified_at: 49 }],
    ['has another mode', { access: '81ed 0 0' }],
    ['was changed later, with the size and time it had', { changed_at: 101 }],
  ])('is a file that %s, with the folders it is in', async (_, changes) => {
    const disk = image().map((one) => (one.path === './usr/lib/a' ? { ...one, ...changes } : one))
    const { paths, deleted, bytes } = await compare(disk, image())
    expect([paths, deleted]).toEqual([['./usr', './usr/lib', './usr/lib/a'], []])
    expect(bytes).toBe('size' in changes ? changes.size : 10)
  })

  it('without a time of filling is what differs', async () => {
    const disk = image().map((one) => ({ ...one, changed_at: 1000 }))
    expect((await computeDiskChanges(disk, image())).paths).toEqual([])
  })

  it('is what is gone: a folder once, and nothing within it', async () => {
    const disk = [folder('usr'), folder('usr-x'), file('usr-x/d')]
    expect(await compare(disk, image())).toMatchObject({
      paths: ['./usr', './usr-x', './usr-x/d'],
      deleted: ['./usr-x/c', './usr/lib'],
    })
  })

  it('is a folder that became a file, without a word of what was in it', async () => {
    const disk = [folder('usr'), file('usr/lib'), folder('usr-x'), file('usr-x/c')]
    expect(await compare(disk, image())).toMatchObject({ paths: ['./usr', './usr/lib'], deleted: [] })
  })

  it('is never a key, a history, another name of one, a socket, or what the runtime writes', async () => {
    const secret = { inode: 'secret', links: 2 }
    const disk = [
      folder('etc'),
      file('etc/hosts', { changed_at: 200 }),
      folder('root'),
      file('root/.bash_history', secret),
      file('root/.a-link', secret),
      file('root/kept', { inode: 'kept', links: 2 }),
      file('root/socket', { type: 'socket' }),
    ]
    const { paths, deleted } = await compare(disk, [folder('etc'), folder('root'), file('root/.bash_history')])
    expect([paths, deleted]).toEqual([['./root', './root/kept'], ['./root/.bash_history']])
  })

  it('never has a file with the name of a deletion', async () => {
    const disk = [folder('root'), file('root/.wh..wh..opq'), file('root/.wh.kept')]
    expect(await compare(disk, [folder('root')])).toMatchObject({ paths: [], deleted: [] })
  })

  it('also is what has a line break in its path', () => {
    const changes = { paths: ['./root'], deleted: ['./root/gone'], bytes: 0 }
    const there = ['./opt/a\nb/c', './opt/a\nb/.bash_history']
    expect(addUnlistedFiles(changes, there, ['./usr/x\ny', './usr/x\ny/z', './root/gone/deep/x\n'])).toEqual({
      paths: ['./opt', './opt/a\nb', './opt/a\nb/c', './root', './usr'],
      deleted: ['./root/gone', './usr/x\ny'],
      bytes: 0,
    })
  })

  it('is read from what `stat` says, whatever is in a name', () => {
    expect(parseListedFile('81a4 1000 0 12 -5 1700000000 42 3 ./usr/a  b ')).toEqual({
      path: './usr/a  b ',
      type: 'file',
      access: '81a4 1000 0',
      size: 12,
      modified_at: -5,
      changed_at: 1_700_000_000,
      inode: '42',
      links: 3,
    })
    expect(parseListedFile('81a4 1000 0 12')).toBeUndefined()
  })
})

describe('kubernetes: the programs that read a disk', () => {
  it.each([
    ['did all', 0, ''],
    [
      'missed what went while they read',
      2,
      'tar: ./a: Cannot stat: No such file or directory\ntar: Exiting with failure status due to previous errors\n',
    ],
    ['read what was written meanwhile', 1, 'tar: ./log: file changed as we read it\n'],
  ])('are believed when they %s', (_, code, words) => {
    expect(() => assertDone(code, words)).not.toThrow()
  })

  it.each([
    ['could not read a file', 2, 'tar: ./a: Cannot open: Permission denied\n', 'DriverUnavailable'],
    ['say nothing of why', 1, '', 'DriverUnavailable'],
    ['were killed', 137, 'tar: ./a: file changed as we read it\n', 'DriverUnavailable'],
    ['are not heard to the end', undefined, '', 'DriverUnavailable'],
    ['are not in the image', 97, 'stat\n', 'Unsupported'],
  ])('fail the save when they %s', (_, code, words, refusal) => {
    expect(() => assertDone(code, words)).toThrow(expect.objectContaining({ code: refusal }))
  })
})

describe.runIf(process.platform === 'linux')('kubernetes: deletions in a layer', () => {
  it('are files of that name, of any length and encoding', async () => {
    const long = `./usr/${'x'.repeat(150)}/${'y'.repeat(120)}`
    const paths = ['./usr/bin/x', long, Buffer.from('./中').toString('latin1')]
    const child = promisify(execFile)('tar', ['-tv', '--quoting-style=literal', '--numeric-owner', '--utc'])
    child.child.stdin!.end(Buffer.concat([...endArchive(paths)]))
    const listed = (await child).stdout.trim().split('\n')
    expect(listed.map((line) => line.slice(line.indexOf('./')))).toEqual([
      './usr/bin/.wh.x',
      `./usr/${'x'.repeat(150)}/.wh.${'y'.repeat(120)}`,
      './.wh.中',
    ])
    expect(listed[0]).toMatch(/^-rw-r--r-- 0\/0 +0 1970-01-01 00:00 /)
  })
})
