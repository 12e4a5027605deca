import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertCapacity, type ResourceClaim } from '#server/adapters/compute.shared/admission.ts'
import { buildVirtualGpus } from '#server/adapters/compute.shared/gpu-uuid.ts'
import { isImageReference } from '#server/adapters/compute.shared/spec-check.ts'
import { LineCutter, stripControlCodes } from '#server/adapters/compute.shared/text-lines.ts'
import { simulatedCapabilities } from '#tests/support/capabilities.ts'

describe('admission', () => {
  const host = {
    name: 'h',
    cpu: 4,
    memory_mb: 400,
    gpus: buildVirtualGpus('h', [{ model: 'X', count: 3 }]),
    isolation: [],
    schedulable: true,
    capabilities: { ...simulatedCapabilities, cards: 'uuid' as const },
    simulated: true,
  }
  const claim = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    host: fc.constant('h'),
    cpu: fc.constantFrom(0.5, 1, 2, 3),
    memory_mb: fc.integer({ min: 16, max: 200 }),
    gpu_uuids: fc.subarray(host.gpus.map(({ uuid }) => uuid)),
  })

  it('never promises more than the host has, nor one card twice', () => {
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 20 }), (wanted) => {
        const live = new Map<string, ResourceClaim>()
        for (const one of wanted) {
          try {
            assertCapacity(one, [host], [...live.values()])
            live.set(one.id, one)
          } catch {
            // refused: the rule under test is what the admitted hold
          }
        }
        const all = [...live.values()]
        const cards = all.flatMap(({ gpu_uuids: gpuUuids }) => gpuUuids)
        expect(new Set(cards).size).toBe(cards.length)
        expect(all.reduce((sum, { cpu }) => sum + cpu, 0)).toBeLessThanOrEqual(host.cpu)
        expect(all.reduce((sum, { memory_mb: memoryMb }) => sum + memoryMb, 0)).toBeLessThanOrEqual(host.memory_mb)
      }),
    )
  })

  it('takes nothing new on a host that is closed', () => {
    const one: ResourceClaim = { id: 'a', host: 'h', cpu: 1, memory_mb: 16, gpu_uuids: [] }
    expect(() => assertCapacity(one, [{ ...host, schedulable: false }], [])).toThrow(/no new instances/)
  })
})

describe('console text', () => {
  it('is cut into the same lines however it arrives', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 20 })), fc.integer({ min: 1, max: 7 }), (lines, size) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        const cutter = new LineCutter()
        const got: string[] = []
        for (let at = 0; at < bytes.length; at += size) got.push(...cutter.push(bytes.subarray(at, at + size)))
        const whole = new LineCutter()
        expect([...got, ...cutter.end()]).toEqual([...whole.push(bytes), ...whole.end()])
      }),
    )
  })

  it('holds no control character but the tab', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(stripControlCodes(text)).not.toMatch(/[^\P{Cc}\t\n]/u)
      }),
    )
    expect(stripControlCodes('\x1b[1;31m红\x1b[0m \x1b]0;title\x07ok\r\x1b(B')).toBe('红 ok')
  })

  it('bounds a line that never ends', () => {
    const cutter = new LineCutter()
    for (let i = 0; i < 100; i += 1) cutter.push(Buffer.alloc(10_000, 'x'))
    expect(cutter.end()[0]!.length).toBeLessThanOrEqual(8192)
  })
})

describe('image references', () => {
  it.each(['zhisuan/pytorch:2.6', 'ubuntu', '127.0.0.1:5000/a/b:1', `registry.example.cn/x@sha256:${'a'.repeat(64)}`])(
    '%s is one',
    (image) => {
      expect(isImageReference(image)).toBe(true)
    },
  )
  it.each(['', ' ', 'a b', 'A/../b', '-x', 'a;b', 'a\n', 'a//b', `a${'/a'.repeat(200)}`, 'a:b:c:d'])('%j is none', (image) => {
    expect(isImageReference(image)).toBe(false)
  })
})
