import { describe, expect, it } from 'vitest'
import type { DemoFile } from '#server/demo/demo-files.ts'
import { buildClusterMonthFiles } from '#server/demo/living/data-sets/cluster-month.ts'
import { buildSevenSegmentFiles } from '#server/demo/living/data-sets/seven-segment.ts'
import { buildWordProblemFiles } from '#server/demo/living/data-sets/word-problems.ts'
import { datasetPublications } from '#server/demo/living/dataset-publications.ts'
import { readPublicationFiles } from '#server/demo/living/publications.ts'

const toText = (count: number) => count.toLocaleString('en')
const readTexts = (slug: string) => ({
  readme: readPublicationFiles('data-sets', slug)['README.md']!,
  summary: datasetPublications.find((publication) => publication.slug === slug)!.summary,
})
const byPath = (files: readonly DemoFile[]) => new Map(files.map(({ path, bytes }) => [path, bytes]))
const readLines = (bytes: Buffer | undefined) => bytes!.toString().trimEnd().split('\n')
const countOf = (values: readonly string[], value: string) => values.filter((each) => each === value).length

describe('decision 077 A large data set is what its texts say', () => {
  it('has digits in the files of MNIST', () => {
    const files = buildSevenSegmentFiles()
    const { readme, summary } = readTexts('seven-segment')
    let all = 0
    for (const part of ['train', 't10k']) {
      const images = byPath(files).get(`MNIST/raw/${part}-images-idx3-ubyte`)!
      const labels = byPath(files).get(`MNIST/raw/${part}-labels-idx1-ubyte`)!
      const count = labels.readUInt32BE(4)
      all += count
      expect([0, 4, 8, 12].map((at) => images.readUInt32BE(at))).toEqual([0x803, count, 28, 28])
      expect([images.length, labels.length, labels.readUInt32BE(0)]).toEqual([16 + count * 784, 8 + count, 0x801])
      const digits = [...labels.subarray(8)].map(String)
      for (let digit = 0; digit < 10; digit += 1) expect(countOf(digits, String(digit))).toBe(count / 10)
      for (let i = 0; i < count; i += 1)
        expect(Math.max(...images.subarray(16 + i * 784, 16 + (i + 1) * 784)), `image ${i}`).toBeGreaterThan(120)
      expect(readme).toContain(`| \`${part}-images-idx3-ubyte\` | ${toText(count)} × 28 × 28 | ${toText(images.length)} |`)
      expect(readme).toMatch(
        new RegExp(`\\| \`${part}-labels-idx1-ubyte\` \\| ${toText(count)} .*\\| ${toText(labels.length)} \\|`),
      )
    }
    for (const text of [readme, summary]) expect(text).toContain(`${toText(all)} 张`)
  })

  it('has a month of five servers, and faults that show where they are noted', () => {
    const files = byPath(buildClusterMonthFiles())
    const { readme, summary } = readTexts('cluster-month')
    const events = readLines(files.get('events.csv'))
      .slice(1)
      .map((line) => line.split(',') as [node: string, card: string, from: string, to: string, kind: string])
    const kinds = events.map(([, , , , kind]) => kind)
    expect([countOf(kinds, 'hot'), countOf(kinds, 'hang')]).toEqual([15, 15])
    let rows = 0
    for (const node of ['1', '2', '3', '4', '5']) {
      const [head, ...lines] = readLines(files.get(`node-${node}.csv`))
      for (const column of head!.split(',')) expect(readme).toContain(`| \`${column}\` |`)
      expect(readme).toContain(`每台 ${toText(lines.length)} 行`)
      rows += lines.length
      const cells = lines.map((line) => line.split(',').map(Number))
      for (const [use, vram, , , job] of cells.map((row) => row.slice(2)))
        if (use! > 100 || use! < 0 || vram! > 81_920 || (job === 0 && use! > 1)) expect([use, vram, job]).toBe('possible')
      for (const [, card, from, to, kind] of events.filter(([of]) => of === node)) {
        const during = cells.filter(([minute, of]) => of === Number(card) && minute! >= Number(from) && minute! < Number(to))
        expect(during.length).toBe((Number(to) - Number(from)) / 5)
        expect(during.filter(([, , use, vram]) => vram! < 10_000 || (kind === 'hang' && use !== 0))).toEqual([])
      }
    }
    for (const text of [readme, summary]) expect(text).toContain(`共 ${toText(rows)} 行`)
  })

  it('has problems that occur once, and answers that are right', () => {
    const files = byPath(buildWordProblemFiles())
    const { readme, summary } = readTexts('word-problems-zh')
    const [train, test] = ['train.jsonl', 'test.jsonl'].map((path) => readLines(files.get(path)))
    expect(readme).toContain(`训练 ${toText(train!.length)} 道、测试 ${toText(test!.length)} 道`)
    const problems = [...train!, ...test!].map((line) => JSON.parse(line) as { kind: string; question: string; answer: string })
    for (const text of [readme, summary]) expect(text).toContain(`${toText(problems.length)} 道`)
    expect(new Set(problems.map(({ question }) => question)).size).toBe(problems.length)
    for (const kind of new Set(problems.map((problem) => problem.kind))) expect(readme).toContain(kind)
    const isRight = (step: string) => {
      const [sum, result] = step.split(' = ') as [string, string]
      const [first, ...rest] = sum.split(' ')
      let value = Number(first)
      for (let i = 0; i < rest.length; i += 2) {
        const by = Number(rest[i + 1])
        value = { '+': value + by, '-': value - by, '×': value * by, '÷': value / by }[rest[i]!]!
      }
      const over = / 余 (\d+)$/.exec(result)
      return over ? Math.floor(value) === Number.parseInt(result, 10) : value === Number(result)
    }
    const wrong = problems.filter(({ answer }) => {
      const [, steps, total] = /^(.*)。\n#### ([1-9]\d*)$/.exec(answer) ?? []
      const parts = steps?.split('，') ?? []
      return (
        parts.length < 3 || parts.length > 4 || !parts.every(isRight) || parts.at(-1)!.split(' = ')[1]!.split(' ')[0] !== total
      )
    })
    expect(wrong).toEqual([])
  })
})
