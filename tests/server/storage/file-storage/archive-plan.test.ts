import { describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { type ArchiveEntry, computeExtractPlan } from '#server/domains/storage/file-storage/archive.policy.ts'
import { openArchive } from '#server/domains/storage/file-storage/archive.ts'
import { buildZip } from '#tests/support/zip.ts'

const entry = (name: string, i: number): ArchiveEntry => ({
  name,
  compressed_bytes: 1,
  size_bytes: 1,
  starts_at: i * 2000,
  method: 0,
  encrypted: false,
  unix_type: 0,
})
describe('product §7 What an archive becomes', () => {
  it('refuses more folders than files may lie in, however few files there are', () => {
    const many = Array.from({ length: 1000 }, (_, i) => entry(`${i}/${'a/'.repeat(60)}x`, i))
    expect(() => computeExtractPlan(many, 1_000_000)).toThrow(`文件夹超过 ${limits.extractFolders} 个`)
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
  ])('%j is one name for one thing: %s', (names, fits) => {
    const plan = () => computeExtractPlan(names.map(entry), 1000)
    if (!fits) return expect(plan).toThrow('重复的名称')
    const all = names.map((name) =>
      expect.objectContaining({ path: name.replace(/\/$/, ''), kind: kinds[name as keyof typeof kinds] }),
    )
    expect(plan().all).toEqual(all)
  })
})

const sourceOf = (archive: Buffer) => {
  const asked: [number, number][] = []
  const read = async (start: number, end: number) => {
    asked.push([start, end])
    return new Uint8Array(archive.subarray(start, end))
  }
  return { size_bytes: archive.length, read, asked }
}

describe('An archive where it lies', () => {
  it('of thirty names of 65,535 bytes is refused at the first of them, before it is read as text', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `${'a/'.repeat(32_760)}${i}`)
    const archive = buildZip(names.map((name) => ({ name, content: 'x' })))
    expect(archive.length).toBeGreaterThan(3_900_000)
    const named = vi.spyOn(TextDecoder.prototype, 'decode')
    await expect(openArchive(sourceOf(archive))).rejects.toThrow('过长的路径')
    const decoded = named.mock.results.filter(({ value }) => String(value).includes('a/a/')).length
    named.mockRestore()
    expect(decoded).toBe(0)
  })

  it('is read in a few large pieces, however many files it holds', async () => {
    const source = sourceOf(buildZip(Array.from({ length: 5_000 }, (_, i) => ({ name: `file-${i}`, content: `content ${i}` }))))
    const archive = await openArchive(source)
    for (let i = 0; i < 5_000; i += 1) {
      const parts: Buffer[] = []
      for await (const part of await archive.read(i)) parts.push(part)
      expect(Buffer.concat(parts).toString()).toBe(`content ${i}`)
    }
    expect(source.asked.length).toBeLessThan(10)
  })

  it('that became shorter meanwhile is damaged', async () => {
    const bytes = buildZip([{ name: 'a', content: 'x'.repeat(3_000_000), method: 0 }])
    const archive = await openArchive({
      ...sourceOf(bytes),
      read: async (start, end) => new Uint8Array(start === 1_048_576 ? [] : bytes.subarray(start, end)),
    })
    const whole = async () => {
      for await (const _ of await archive.read(0));
    }
    await expect(whole()).rejects.toThrow('已损坏')
  })
})
