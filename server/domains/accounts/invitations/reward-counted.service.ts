import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { rewardsRepo } from '#server/domains/accounts/invitations/rewards.repo.ts'

/** Whether an order has counted for the reward of an inviter: then nothing of it is given back any more (docs/decisions/038). */
export const hasCounted = (db: Kysely<DB>, order_id: string): Promise<boolean> => rewardsRepo(db).hasCounted(order_id)
