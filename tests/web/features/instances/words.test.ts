import { describe, expect, it } from 'vitest'
import { formatDuration, formatMachine, formatStopReason } from '#src/features/instances/instance-text.ts'
import { buildInstance } from './rentals.ts'

describe('Durations in the two largest units', () => {
  it.each([
    [-5, '0 秒'],
    [0.4, '0 秒'],
    [45.9, '45 秒'],
    [60, '1 分'],
    [3599, '59 分 59 秒'],
    [3600, '1 小时'],
    [3605, '1 小时'],
    [11_520, '3 小时 12 分'],
    [86_399, '23 小时 59 分'],
    [90_000, '1 天 1 小时'],
    [604_800, '7 天'],
  ])('%d s is %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))
})

describe('product §4 Why an instance stopped', () => {
  it.each([
    ['arrears', '欠费'],
    ['expired', '到期'],
    ['meteor', 'meteor'],
    [null, null],
  ])('%s is %s', (reason, text) => expect(formatStopReason(reason)).toBe(text))
})

describe('The machine in one line', () => {
  it('multiplies the memory of cards only where there are several', () => {
    const { flavor } = buildInstance()
    expect(formatMachine(flavor)).toBe('28 核 · 120 GB · 显存 24 GB × 2')
    expect(formatMachine({ ...flavor, gpu_num: 1 })).toBe('28 核 · 120 GB · 显存 24 GB')
  })
})
