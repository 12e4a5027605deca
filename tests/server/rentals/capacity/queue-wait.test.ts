import { describe, expect, it } from 'vitest'
import type { CardRelease, WaitingEntry } from '#server/domains/rentals/capacity/queue.repo.ts'
import { computeQueueStanding, computeReleaseWait } from '#server/domains/rentals/capacity/queue-wait.policy.ts'

const minute = 60_000
const release = (minutes: number, cards = 1, hostId = 'a'): CardRelease => ({
  host_id: hostId,
  cards,
  at: new Date(minutes * minute),
})
const every10 = [0, 10, 20, 30, 40].map((at) => release(at))
const waiter = (id: string, gpuNum: number, hosts: string[], held = false): WaitingEntry => ({
  id,
  place: 1n,
  gpu_num: gpuNum,
  hosts,
  held,
})

describe('product §4 Expected wait from own history', () => {
  it('is not told from fewer than five moments of release', () => {
    expect(computeReleaseWait([], 1)).toBeUndefined()
    expect(computeReleaseWait(every10.slice(1), 1)).toBeUndefined()
    expect(computeReleaseWait([...every10.slice(1), release(40)], 1), 'two at one moment are one').toBeUndefined()
  })

  it('is the median gap times as many releases as are needed', () => {
    expect(computeReleaseWait(every10, 1)).toBe(600)
    expect(computeReleaseWait(every10, 3)).toBe(1800)
    expect(computeReleaseWait([...every10, release(4000)], 1), 'one long night changes little').toBe(600)
  })

  it('counts cards that come together', () => {
    const pairs = every10.map(({ at }) => release(at.getTime() / minute, 2))
    expect(computeReleaseWait(pairs, 4)).toBe(1200)
    expect(computeReleaseWait(pairs, 1)).toBe(600)
  })

  it('counts those before who want the same cards, less what is free already', () => {
    const line = [waiter('1', 2, ['a', 'b']), waiter('2', 4, ['b']), waiter('3', 1, ['a'], true)]
    const stock = [{ host_id: 'a', free: 1 }]
    const wanted = { gpu_num: 2, hosts: ['a'] }
    // 2 of the first and 2 of one's own less 1: the second waits for another host, the third is passed over
    expect(computeQueueStanding({ line, stock, releases: every10 }, wanted, 3)).toEqual({
      ahead: 3,
      gpus_ahead: 7,
      expected_wait: 1800,
    })
  })

  it('of an instance looks at its own host only', () => {
    const elsewhere = every10.map((one) => ({ ...one, host_id: 'b' }))
    const queue = { line: [], stock: [], releases: elsewhere }
    expect(computeQueueStanding(queue, { gpu_num: 1, hosts: ['a'] }, 0).expected_wait).toBeNull()
    expect(computeQueueStanding(queue, { gpu_num: 1, hosts: ['b'] }, 0).expected_wait).toBe(600)
  })
})
