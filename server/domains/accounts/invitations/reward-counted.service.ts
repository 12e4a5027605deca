import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { rewardsRepo } from '#server/domains/accounts/invitations/rewards.repo.ts'

/** Returns whether an order has counted for an inviter's reward; it is then not refundable (docs/decisions/038). */
export const hasCountedForReward = (db: Kysely<DB>, orderId: string): Promise<boolean> => rewardsRepo(db).hasCounted(orderId)
