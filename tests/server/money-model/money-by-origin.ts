/** How somebody's spending was paid so far; what is neither given nor owed was paid in. */
export interface SpendingOrigin {
  fen: bigint
  given: bigint
  owed: bigint
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** What lies in a wallet: money that was paid in, and what operators gave, which is spent first (docs/decisions/054). */
export class MoneyByOrigin {
  paid = 0n
  given = 0n
  #owing: SpendingOrigin[] = []

  /** For what is owed first, the oldest of it before the rest. */
  pay(kind: 'paid' | 'given', fen: bigint): void {
    let left = fen
    for (const share of this.#owing) {
      const part = least(share.owed, left)
      share.owed -= part
      if (kind === 'given') share.given += part
      left -= part
    }
    this.#owing = this.#owing.filter(({ owed }) => owed > 0n)
    this[kind] += left
  }

  spend(fen: bigint): SpendingOrigin {
    const given = least(this.given, fen)
    this.given -= given
    const paid = least(this.paid, fen - given)
    this.paid -= paid
    const share = { fen, given, owed: fen - given - paid }
    if (share.owed > 0n) this.#owing.push(share)
    return share
  }

  /** What is given is taken away last, unless who gave it takes it back. */
  take(fen: bigint, back = false): { paid: bigint; given: bigint } {
    const given = back ? least(this.given, fen) : fen - least(this.paid, fen)
    const paid = fen - given
    this.paid -= paid
    this.given -= given
    return { paid, given }
  }
}

/** What of something that was kept, out of all that was paid for it, earns a reward: what was paid in, less the part of images. */
export function computeRewardBase(kept: bigint, { fen, given }: SpendingOrigin, image: bigint): bigint {
  const own = kept > given ? kept - given : 0n
  const part = fen === 0n ? 0n : (image * (fen - given) + fen - 1n) / fen
  return own > part ? own - part : 0n
}

/** The image's part of cash, never rounded down. */
export function computeImageFen(cash: bigint, microSeconds: bigint, whole: bigint): bigint {
  if (whole === 0n) return 0n
  const of = whole * 36_000_000n
  return least(cash, (microSeconds * cash + of - 1n) / of)
}
