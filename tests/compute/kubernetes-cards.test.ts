import { describe, expect, it } from 'vitest'
import { computeCardFailure, pairCards, readAnswerParts } from '#server/adapters/compute.kubernetes/pod-cards.ts'
import { getAcceleratorProfile } from '#server/adapters/compute.shared/accelerators/profiles.ts'

const cards = ['GPU-1, NVIDIA X, 40, 1000, 50, 200.5', 'GPU-2, NVIDIA X, [N/A], 2000, 60, 210'] as const
/** What the script of a pod prints: the answer of a tool, and with what it ended. */
const say = (answer: string, code: string) =>
  readAnswerParts(`\n#zhisuan nvidia.0\n${answer}\n\n#zhisuan nvidia.0.code\n${code}\n\n#zhisuan end\n`)!
const failureOf = (answer: string, code: string, wanted = 2) =>
  computeCardFailure(say(answer, code), getAcceleratorProfile('nvidia'), 'node-a', wanted)

describe('kubernetes cards: a pod', () => {
  it.each([
    ['sees fewer than it holds', cards[0], '0', '应有 2 张，容器里看到 1 张：GPU-1'],
    ['sees none', 'No devices were found', '6', '看到 0 张：No devices were found'],
    ['has a driver that does not answer', 'Failed to initialize NVML: Unknown Error', '255', 'Unknown Error'],
  ])('that %s is without its cards, in the words of the tool', (_, answer, code, words) => {
    expect(failureOf(answer, code)).toEqual({
      phase: 'failed',
      reason: 'GpuMissing',
      message: expect.stringContaining(words),
    })
  })

  it.each([
    ['sees them all', cards.join('\n'), '0'],
    ['has a tool that ends well with words of another kind', 'all is well', '0'],
    ['has a tool that had to be killed', '', '137'],
  ])('that %s has them as far as anybody can tell', (_, answer, code) => expect(failureOf(answer, code)).toBeUndefined())

  it('whose image has no tool has them as far as anybody can tell', () => {
    expect(computeCardFailure(() => '', getAcceleratorProfile('nvidia'), 'node-a', 2)).toBeUndefined()
  })
})

describe('kubernetes cards: the places of a node', () => {
  const slots = ['node-a:0', 'node-a:1']
  const uuids = (...rows: string[]) => pairCards(say(rows.join('\n'), '0'), 'node-a', slots).map(({ uuid }) => uuid)

  it('turn out to be the cards that the tool names', () => {
    expect(uuids(...cards)).toEqual(['GPU-1', 'GPU-2'])
    expect(pairCards(say(cards.join('\n'), '0'), 'node-a', slots).map(({ slot }) => slot)).toEqual(slots)
  })

  it.each([
    ['fewer', [cards[0]]],
    ['more', [...cards, 'GPU-3, NVIDIA X, 0, 0, 0, 0']],
    ['the same twice', [cards[0], cards[0]]],
    ['such as no card is called', [cards[0], `${'x'.repeat(90)}, NVIDIA X, 0, 0, 0, 0`]],
  ])('stay places where the tool names %s', (_, rows) => expect(uuids(...rows)).toEqual(slots))

  it('have no use where an answer broke off', () => expect(readAnswerParts('\n#zhisuan nvidia.0\nGPU-1')).toBeUndefined())
})
