import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { rewardsRepo } from '#server/domains/accounts/invitations/rewards.repo.ts'

/** Whether an order has counted for the reward of an inviter: then nothing of it is given back any more (docs/decisions/038). */
export const hasCountedForReward = (db: Kysely<DB>, orderId: string): Promise<boolean> => rewardsRepo(db).hasCounted(orderId)
