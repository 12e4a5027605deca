import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { ArchiveEntry } from '#server/modules/file-storage/archive.policy.ts'
import { planArchive } from '#server/modules/file-storage/archive.ts'

const entry = (name: string, i: number): ArchiveEntry => ({
  name,
  compressed_bytes: 1,
  size_bytes: 1,
  starts_at: i * 2000,
  method: 0,
  encrypted: false,
  unix_type: 0,
})
/** Names as long and as deep as they may be, alike up to their last letters: `unlike` files in each of the lowest folders. */
const longNames = (count: number): ArchiveEntry[] =>
  Array.from({ length: count }, (_, i) => entry(`${'abcdefghijklmn/'.repeat(60)}${i % 500}/file-${i}`, i))

/** How often others had their turn, and the longest that they waited for it as a part of the whole. */
async function besides(work: () => Promise<unknown>) {
  let longest = 0
  let turns = 0
  let last = performance.now()
  const started = last
  let watching = true
  const watch = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    turns += 1
    if (watching) setImmediate(watch)
  }
  setImmediate(watch)
  await work()
  watch()
  watching = false
  return { part: longest / (performance.now() - started), turns }
}

describe('quality S29 What an archive becomes', () => {
  it('is planned in slices, between which others get their turn', async () => {
    const { part, turns } = await besides(() => planArchive(longNames(20_000), 1_000_000))
    expect(turns).toBeGreaterThan(200)
    expect(part).toBeLessThan(0.2)
  })

  it('refuses more folders than files may lie in, however few files there are', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => entry(`${i}/${'a/'.repeat(60)}x`, i))
    await expect(planArchive(many, 1_000_000)).rejects.toThrow(`文件夹超过 ${limits.extract_folders} 个`)
  })

  const kinds = { 'a/b': 'file', 'a/': 'folder', 'a-b': 'file', a: 'file' }
  it.each([
    [['a/b', 'a/'], true],
    [['a/', 'a/b', 'a/'], true],
    [['a/b', 'a-b'], true],
    [['a/b', 'a'], false],
    [['a', 'a/b'], false],
    [['a', 'a-b', 'a/b'], false],
    [['a', 'a/'], false],
    [['a/', 'a'], false],
    [['a', 'a'], false],
  ])('%j is one name for one thing: %s', async (names, fits) => {
    const planned = planArchive(names.map(entry), 1000)
    if (!fits) return expect(planned).rejects.toThrow('重复的名称')
    const all = names.map((name) =>
      expect.objectContaining({ path: name.replace(/\/$/, ''), kind: kinds[name as keyof typeof kinds] }),
    )
    expect((await planned).all).toEqual(all)
  })
})
