import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFolderVolumes } from '#server/adapters/volumes.folder.ts'
import { OpenFolder } from '#server/adapters/volumes.open-folder.ts'
import { createVolumes } from '#server/adapters/volumes.ts'
import { toPersonalVolume, type VolumeError, type VolumeStore } from '#server/ports/volumes.ts'
import { defineVolumesConformance } from './volumes-conformance.ts'

const mine = toPersonalVolume('region-1', 'user-1')
const at = (path: string) => ({ volume: mine, path })
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: VolumeError) => error.fault,
  )

let dir: string
let volumes: VolumeStore
/** The volume as a program inside an instance sees it. */
let inside: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'zhisuan-volumes-'))
  volumes = createFolderVolumes(join(dir, 'volumes'))
})
beforeEach(async () => {
  await volumes.remove(at(''))
  inside = (await volumes.hostFolder(mine))!
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('product §7 Files in folders of this machine', () => defineVolumesConformance(() => volumes))

describe('The folder of all files', () => {
  it('is closed to other accounts of the machine, one from before as well', async () => {
    for (const before of [undefined, 0o755]) {
      const dataDir = await mkdtemp(join(tmpdir(), 'zhisuan-data-'))
      if (before) mkdirSync(join(dataDir, 'volumes'), { mode: before })
      const files = await createVolumes({ s3: undefined, data_dir: dataDir })
      await files.write(at('file'), Readable.from(['1']))
      expect((statSync(join(dataDir, 'volumes')).mode & 0o777).toString(8)).toBe('700')
      await rm(dataDir, { recursive: true })
    }
  })
})

// The store that the tests of buckets run on orders and trims keys in ways of its own.
describe('Paths as object stores have them', () => {
  it('stand in the order of their bytes, folders included', async () => {
    for (const path of ['a/b', 'a.txt', 'a/c/d', 'a-b', '中', '😀']) await volumes.write(at(path), Readable.from(['1']))
    const walked: string[] = []
    for await (const { path } of volumes.walk(at(''))) walked.push(path)
    expect(walked).toEqual(['a-b', 'a.txt', 'a/b', 'a/c/d', '中', '😀'])
  })

  it('keep the spaces around a name', async () => {
    await volumes.write(at(' a '), Readable.from(['1']))
    expect((await volumes.list(at(''))).map(({ path }) => path)).toEqual([' a '])
  })
})

describe('What was being written when a server was killed', () => {
  it('goes when somebody writes a day later, and what is still being written does not', async () => {
    const restarted = createFolderVolumes(join(dir, 'volumes'))
    const writing = join(dir, 'volumes', '.writing')
    await mkdir(writing, { recursive: true })
    for (const name of ['left', 'fresh']) writeFileSync(join(writing, name), 'half')
    const longAgo = new Date(Date.now() - 2 * 86_400_000)
    await utimes(join(writing, 'left'), longAgo, longAgo)
    await restarted.write(at('a'), Readable.from(['1']))
    expect(await readdir(writing)).toEqual(['fresh'])
    await rm(join(writing, 'fresh'))
  })
})

describe('product §7 What a program in an instance leaves in its storage', () => {
  const secret = () => join(dir, 'secret')
  beforeAll(() => {
    mkdirSync(secret())
    writeFileSync(join(secret(), 'key'), 'do not read')
  })
  const untouched = () => expect(readFileSync(join(secret(), 'key'), 'utf8')).toBe('do not read')

  it('a link is not there, at whatever level, and leads nowhere', async () => {
    symlinkSync(secret(), join(inside, 'folder'))
    symlinkSync(join(secret(), 'key'), join(inside, 'file'))
    mkdirSync(join(inside, 'real'))
    symlinkSync('..', join(inside, 'real', 'up'))
    expect((await volumes.list(at(''))).map(({ path }) => path)).toEqual(['real'])
    expect(await volumes.usage(mine)).toEqual({ bytes: 0, files: 0 })
    expect(await volumes.stat(at('file'))).toBeUndefined()
    expect(await volumes.stat(at('folder'))).toBeUndefined()
    for (const path of ['folder/key', 'real/up/file', 'real/up/real/up/folder/key']) {
      expect(await faultOf(volumes.read(at(path))), path).toMatch(/bad_path|not_a_folder|not_found/)
      expect(await faultOf(volumes.write(at(path), Readable.from(['x']), { replace: true })), path).toMatch(
        /bad_path|not_a_folder/,
      )
      expect(await faultOf(volumes.list(at(path))), path).toMatch(/bad_path|not_a_folder|not_found/)
    }
    expect(await faultOf(volumes.read(at('file')))).toBe('not_found')
    untouched()
  })

  it('writing over a link replaces the link, and clearing away goes around what it points to', async () => {
    symlinkSync(join(secret(), 'key'), join(inside, 'file'))
    mkdirSync(join(inside, 'real'))
    symlinkSync(secret(), join(inside, 'real', 'linked'))
    expect(await faultOf(volumes.write(at('file'), Readable.from(['mine'])))).toBe('exists')
    await volumes.write(at('file'), Readable.from(['mine']), { replace: true })
    expect(await text(await volumes.read(at('file')))).toBe('mine')
    await volumes.remove(at('real'))
    await volumes.remove(at(''))
    untouched()
  })

  it('a folder that becomes a link at any moment leads nowhere either', async () => {
    await mkdir(join(inside, 'a', 'b'), { recursive: true })
    writeFileSync(join(inside, 'a', 'b', 'key'), 'mine')
    let swapping = true
    const swap = (async () => {
      const [real, away] = [join(inside, 'a', 'b'), join(inside, 'a', 'c')]
      const putBack = async (): Promise<void> => {
        await rm(real, { recursive: true, force: true })
        await rename(away, real).catch(putBack) // a write has made a folder anew where one was taken away
      }
      while (swapping) {
        await rename(real, away).catch(() => undefined)
        await symlink(secret(), real).catch(() => undefined)
        await new Promise(setImmediate)
        await putBack()
        await new Promise(setImmediate)
      }
    })()
    let seen = 0
    for (let i = 0; i < 300; i += 1) {
      const content = await volumes.read(at('a/b/key')).then(text, (error: VolumeError) => error.fault)
      expect(['mine', 'bad_path', 'not_found', 'not_a_folder']).toContain(content)
      if (content === 'mine') seen += 1
      await volumes.write(at('a/b/planted'), Readable.from(['x']), { replace: true }).catch(() => undefined)
      await volumes.remove(at('a/b/planted')).catch(() => undefined)
    }
    swapping = false
    await swap
    expect(seen).toBeGreaterThan(0)
    untouched()
    expect(await readdir(secret())).toEqual(['key'])
  })

  it('a pipe is not there, and nobody waits for its other end', async () => {
    execFileSync('mkfifo', [join(inside, 'pipe')])
    expect(await volumes.list(at(''))).toEqual([])
    expect(await faultOf(volumes.read(at('pipe')))).toBe('not_found')
    expect(await faultOf(volumes.write(at('pipe'), Readable.from(['x'])))).toBe('exists')
    await volumes.remove(at('pipe'))
    expect(await readdir(inside)).toEqual([])
  })

  it('names that are no text are not told of and go with their folder', async () => {
    mkdirSync(join(inside, 'odd'))
    writeFileSync(Buffer.concat([Buffer.from(`${inside}/odd/`), Buffer.from([0xff, 0xfe])]), 'x')
    writeFileSync(join(inside, 'odd', 'line\nbreak'), 'x')
    expect((await volumes.list(at('odd'))).map(({ path }) => path)).toEqual(['odd/line\nbreak'])
    await volumes.remove(at('odd'))
    expect(await readdir(inside)).toEqual([])
  })

  it.skipIf(process.getuid?.() === 0)('what it may not touch is said, not thrown as a failure', async () => {
    mkdirSync(join(inside, 'closed'))
    writeFileSync(join(inside, 'closed', 'x'), 'x')
    chmodSync(join(inside, 'closed'), 0)
    expect(await faultOf(volumes.list(at('closed')))).toBe('no_access')
    expect(await faultOf(volumes.remove(at('closed')))).toBe('no_access')
    expect(await volumes.usage(mine)).toEqual({ bytes: 0, files: 0 })
    chmodSync(join(inside, 'closed'), 0o755)
  })

  it('a tree of any depth is cleared without holding all of it open', async () => {
    const depth = 400
    let deep = join(inside, 'deep')
    for (let level = 0; level < depth; level += 1) deep = join(deep, level % 3 ? 'd' : 'e')
    await mkdir(deep, { recursive: true })
    for (const at of [deep, join(deep, '..'), join(inside, 'deep', 'e')]) writeFileSync(join(at, 'file'), 'x')
    const open = () => readdirSync('/proc/self/fd').length
    const [before, most] = [open(), { seen: 0 }]
    const watching = setInterval(() => {
      most.seen = Math.max(most.seen, open())
    }, 1)
    await volumes.remove(at('deep')).finally(() => clearInterval(watching))
    expect(await readdir(inside)).toEqual([])
    expect(most.seen).toBeLessThan(before + 100)
  })

  it('a tree of any depth is walked in order, without holding all of it open or going down to each folder from the top', async () => {
    const depth = 900
    let deep = inside
    const expected: string[] = []
    for (let level = 0; level < depth; level += 1) {
      const path = deep.slice(inside.length + 1)
      expected.push(...['d!', 'e/f', 'x'].map((name) => join(path, name)))
      for (const name of ['d!', 'x']) writeFileSync(join(deep, name), 'x')
      mkdirSync(join(deep, 'e'))
      writeFileSync(join(deep, 'e', 'f'), 'x')
      deep = join(deep, 'd')
      mkdirSync(deep)
    }
    const count = () => readdirSync('/proc/self/fd').length
    const before = count()
    const opened = vi.spyOn(OpenFolder, 'open')
    const walked: string[] = []
    let most = 0
    for await (const { path } of volumes.walk(at(''))) {
      walked.push(path)
      if (walked.length % 50 === 0) most = Math.max(most, count())
    }
    const opens = opened.mock.calls.length
    opened.mockRestore()
    expect(walked).toEqual(expected.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))))
    expect(most).toBeLessThan(before + 50)
    expect(opens).toBeLessThan(depth * 2 * 20)
    expect(await volumes.usage(mine)).toEqual({ bytes: depth * 3, files: depth * 3 })
    expect(count()).toBeLessThanOrEqual(before + 2)
  })

  it('what is deeper than anything can be is cleared, and not looked for', async () => {
    const levels = Array.from({ length: 1200 }, (_, level) => (level % 3 ? 'd' : 'e'))
    await mkdir(join(inside, ...levels), { recursive: true })
    writeFileSync(join(inside, ...levels, 'file'), 'x')
    writeFileSync(join(inside, ...levels.slice(0, 1000), 'file'), 'x')
    expect(await volumes.usage(mine)).toEqual({ bytes: 1, files: 1 })
    await volumes.remove(at('e'))
    expect(await readdir(inside)).toEqual([])
  })

  it('folders that go while others are walked are passed over', async () => {
    const chain = Array.from({ length: 100 }, () => 'd')
    for (let level = 0; level < chain.length; level += 1) {
      await mkdir(join(inside, ...chain.slice(0, level), 'z'), { recursive: true })
      writeFileSync(join(inside, ...chain.slice(0, level), 'z', 'f'), 'x')
    }
    await mkdir(join(inside, ...chain), { recursive: true })
    writeFileSync(join(inside, ...chain, 'f'), 'x')
    const walked: string[] = []
    for await (const { path } of volumes.walk(at(''))) {
      if (walked.length === 0) await rename(join(inside, ...chain.slice(0, 10)), join(inside, 'gone'))
      walked.push(path)
    }
    expect(walked[0]).toBe([...chain, 'f'].join('/'))
    expect(walked.slice(-10)).toEqual(chain.slice(0, 10).map((_, level) => [...chain.slice(0, 9 - level), 'z', 'f'].join('/')))
    expect(walked.length).toBeLessThan(chain.length)
  })

  it('leaves no descriptor open', async () => {
    const open = () => readdir('/proc/self/fd').then((all) => all.length)
    await volumes.write(at('a/b/c'), Readable.from(['x']))
    const before = await open()
    for (let i = 0; i < 50; i += 1) {
      await text(await volumes.read(at('a/b/c')))
      await faultOf(volumes.read(at('a/b/absent')))
      await faultOf(volumes.list(at('a/b/c/d')))
      await volumes.usage(mine)
    }
    expect(await open()).toBeLessThanOrEqual(before + 2)
  })
})
