import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LedgerEntryKind } from '#contract/wallet.ts'
import { type CashEntry, computeUnderpaidCharges } from '#server/ledger/coverage.policy.ts'

type Row = [kind: LedgerEntryKind, fen: number, more?: { user?: string; ref?: string; gift?: boolean; with?: number }]

/** Entries in the order in which they were posted; `with` names the transaction of a leg that is not its own. */
const entries = (rows: readonly Row[]): CashEntry[] =>
  rows.map(([kind, fen, { user = 'a', ref = null, gift = kind === 'adjust', with: of } = {}], nth) => {
    const id = BigInt(nth + 1)
    return { id, transaction_id: BigInt(of ?? nth + 1), user_id: user, kind, amount_fen: BigInt(fen), ref, gift }
  })
const shortOf = (rows: readonly Row[]) =>
  [...computeUnderpaidCharges(entries(rows))].map(([id, { paid_fen: paidFen, owed_fen: owedFen }]) => [
    Number(id),
    Number(paidFen),
    Number(owedFen),
  ])

describe('product §5 A charge is covered by money that was paid in', () => {
  it('as far as there is some, and what is owed in the order of the ledger when more comes', () => {
    const spent: Row[] = [
      ['recharge', 100],
      ['usage', -60],
      ['usage', -60],
      ['late_fee', -1],
    ]
    expect(shortOf(spent)).toEqual([
      [3, 40, 20],
      [4, 0, 1],
    ])
    expect(shortOf([...spent, ['recharge', 20]])).toEqual([[4, 0, 1]])
    expect(
      shortOf([
        ['recharge', 100],
        ['usage', -60],
        ['usage', -60],
        ['recharge', 500],
      ]),
    ).toEqual([])
  })

  it('and not by what operators have given, which is spent first and pays debts like any money', () => {
    expect(
      shortOf([
        ['recharge', 100],
        ['adjust', 50],
        ['usage', -80],
      ]),
    ).toEqual([[3, 30, 0]])
    expect(
      shortOf([
        ['usage', -80],
        ['adjust', 50],
        ['recharge', 30],
      ]),
    ).toEqual([[1, 30, 0]])
    expect(
      shortOf([
        ['recharge', 100],
        ['usage', -80],
        ['adjust', 50],
        ['usage', -50],
        ['usage', -20],
      ]),
    ).toEqual([[4, 0, 0]])
    expect(
      shortOf([
        ['adjust', 50],
        ['adjust', -50],
        ['recharge', 80],
        ['usage', -80],
      ]),
    ).toEqual([])
  })

  it('which an order gives back as what it was', () => {
    const order: Row = ['order', -100, { ref: 'o' }]
    const back: Row = ['refund', 100, { ref: 'o' }]
    expect(shortOf([['adjust', 100], order, back, ['usage', -100]])).toEqual([
      [2, 0, 0],
      [4, 0, 0],
    ])
    expect(shortOf([['recharge', 100], order, back, ['usage', -100]])).toEqual([])
    const kept: Row = ['refund', 100, { ref: 'o', gift: true }]
    expect(shortOf([['recharge', 100], order, kept, ['usage', -100]])).toEqual([[4, 0, 0]])
  })

  it('which stays what it is when a master sets it aside, and is gone when it was withdrawn', () => {
    const aside = (fen: number): Row[] => [
      ['allocate', -fen, { with: 3 }],
      ['allocate', fen, { with: 3, user: 'sub' }],
    ]
    expect(shortOf([['recharge', 10], ['adjust', 50], ...aside(40), ['usage', -40, { user: 'sub' }]])).toEqual([[5, 10, 0]])
    expect(
      shortOf([
        ['recharge', 100],
        ['withdraw_hold', -100],
        ['usage', -10],
      ]),
    ).toEqual([[3, 0, 10]])
    expect(
      shortOf([
        ['recharge', 100],
        ['withdraw_hold', -100],
        ['usage', -10],
        ['withdraw_return', 100],
      ]),
    ).toEqual([])
  })

  it('for good: nothing that comes later makes a charge less covered', () => {
    const row = fc.record({
      kind: fc.constantFrom<LedgerEntryKind[]>('recharge', 'usage', 'adjust'),
      fen: fc.integer({ min: 1, max: 99 }),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        const all: Row[] = rows.map(({ kind, fen }) => [kind, kind === 'usage' ? -fen : fen])
        const covered = (count: number) => {
          const short = computeUnderpaidCharges(entries(all.slice(0, count)))
          return all
            .slice(0, count)
            .map(([kind, fen], nth) => (kind === 'usage' ? (short.get(BigInt(nth + 1))?.paid_fen ?? BigInt(-fen)) : 0n))
        }
        let before: bigint[] = []
        for (let count = 1; count <= all.length; count += 1) {
          const now = covered(count)
          expect(before.every((fen, nth) => now[nth]! >= fen)).toBe(true)
          const paidIn = all.slice(0, count).reduce((sum, [kind, fen]) => sum + (kind === 'recharge' ? fen : 0), 0)
          expect(Number(now.reduce((sum, fen) => sum + fen, 0n))).toBeLessThanOrEqual(paidIn)
          before = now
        }
      }),
    )
  })
})
