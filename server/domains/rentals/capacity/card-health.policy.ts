import type { CardGrant } from '#contract/capabilities.ts'
import type { HostGpu } from '#server/ports/compute-host.ts'

/** A card as the last look left it. */
export interface CardHealth {
  uuid: string
  health: string | null
  health_since: Date | null
  missing: boolean
  held_at: Date | null
}

/** What a look changes of a card: what is wrong with it now, and whether it is taken out of sale until an operator decides. */
export interface CardChange {
  uuid: string
  health: string | null
  health_since: Date | null
  missing: boolean
  hold: boolean
}

const missingText = '主机不再报告这张卡，可能已从总线掉线'
const takenText = '集群里的其他程序占用着这个名额，空出来后自动恢复'
/** What may pass by itself counts once a second look finds it, and looks come every minute. */
const lastsMs = 45_000

/**
 * Returns what changes with what a host that answers reports of its cards. A card with a finding is not sold from the first look
 * on. One that may pass takes it out of sale for good only when it lasts; so does one that is not listed, as after a restart of
 * what counts the cards. Where cards are only counted (`slot`), one that is not listed is in others' use, and comes back by itself.
 */
export function computeCardChanges(
  known: readonly CardHealth[],
  listed: readonly HostGpu[],
  grant: CardGrant,
  now: Date,
): CardChange[] {
  const reported = new Map(listed.map((card) => [card.uuid, card]))
  return known.flatMap((card) => {
    const { uuid } = card
    const report = reported.get(uuid)
    const missing = report === undefined
    const isTaken = missing && grant === 'slot'
    const health = missing ? (isTaken ? takenText : missingText) : (report.health ?? null)
    if (health === null) return card.health === null ? [] : { uuid, health, health_since: null, missing, hold: false }
    const since = card.health_since ?? now
    const lasts = now.getTime() - since.getTime() >= lastsMs
    const hold = card.held_at === null && !isTaken && (lasts || !(missing || report.health_may_pass === true))
    if (!hold && health === card.health && missing === card.missing) return []
    return { uuid, health, health_since: since, missing, hold }
  })
}
