import { type Kysely, sql } from 'kysely'
import type { Role } from '#contract/access.ts'
import type { DB } from '#server/db/types.ts'

/** All SQL by which operators change accounts. */
export const accountsRepo = (db: Kysely<DB>) => ({
  lock: (id: string) =>
    db
      .selectFrom('users')
      .select(['id', 'nickname', 'role', 'frozen_at', 'frozen_reason'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  /** Serialises concurrent setups of the platform. */
  lockSetup: () => sql`select pg_advisory_xact_lock(hashtext('zhisuan-setup'))`.execute(db),
  /** Locks the administrators in a fixed order, so that two concurrent changes cannot remove one too many. */
  lockAdmins: () =>
    db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'operator_admin')
      .where('frozen_at', 'is', null)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),
  setFrozen: (id: string, frozenAt: Date | null, frozenReason: string | null) =>
    db.updateTable('users').set({ frozen_at: frozenAt, frozen_reason: frozenReason }).where('id', '=', id).execute(),
  setRole: (id: string, role: Role) => db.updateTable('users').set({ role }).where('id', '=', id).execute(),
  operators: (roles: readonly Role[]) =>
    db.selectFrom('users').select('id').where('role', 'in', roles).where('frozen_at', 'is', null).orderBy('id').execute(),
})
