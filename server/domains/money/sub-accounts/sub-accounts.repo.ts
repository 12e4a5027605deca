import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import type { SubAccountState } from '#contract/sub-accounts.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import { selectSpentFen } from '#server/db/selected-spending.ts'
import type { DB } from '#server/db/types.ts'
import { insertUser, updateUserWithPhone } from '#server/db/users.ts'

interface Query {
  page: number
  page_size: number
  order?: 'asc' | 'desc'
  keyword?: string
  state?: SubAccountState
  project_id?: string
}

/** All SQL for sub-accounts. Reads by a master name the master; removed sub-accounts are hidden. */
export const subAccountsRepo = (db: Kysely<DB>) => {
  const views = (masterId: string, monthBegan: Date) =>
    db
      .selectFrom('sub_accounts as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .where('s.master_id', '=', masterId)
      .where('s.removed_at', 'is', null)
      .leftJoin('projects as p', 'p.id', 's.project_id')
      .selectAll('s')
      .select([
        'u.phone',
        'u.frozen_at',
        'p.name as project_name',
        selectSpentFen(sql`u.id`, monthBegan).as('spent_fen'),
        sql<number>`(select count(*)::int from instances i where i.user_id = u.id and i.released_at is null)`.as('instances'),
        sql<number>`(select count(*)::int from instances i where i.user_id = u.id and i.released_at is null and i.desired = 'running')`.as(
          'running',
        ),
      ])
  return {
    page: (masterId: string, monthBegan: Date, now: Date, { keyword, state, project_id: projectId, ...query }: Query) => {
      let rows = views(masterId, monthBegan)
      if (keyword) {
        const like = toLikePattern(keyword)
        rows = rows.where((eb) =>
          eb.or([eb('s.name', 'ilike', like), eb('u.phone', '=', keyword), eb('s.invited_phone', '=', keyword)]),
        )
      }
      if (projectId) rows = rows.where('s.project_id', '=', projectId)
      if (state) rows = rows.where('u.frozen_at', state === 'frozen' ? 'is not' : 'is', null)
      if (state === 'active') rows = rows.where('s.invited_until', 'is', null)
      if (state === 'invited') rows = rows.where('s.invited_until', '>', now)
      if (state === 'expired') rows = rows.where('s.invited_until', '<=', now)
      return loadPage(rows, query, 's.created_at', 's.user_id')
    },
    find: (masterId: string, id: string, monthBegan: Date) =>
      views(masterId, monthBegan).where('s.user_id', '=', id).executeTakeFirst(),
    /** Locks a sub-account until the transaction ends, to serialize the master's changes to it. */
    lock: (masterId: string, id: string) =>
      db
        .selectFrom('sub_accounts')
        .selectAll()
        .where('master_id', '=', masterId)
        .where('user_id', '=', id)
        .where('removed_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst(),
    isInvited: async (masterId: string, invitedPhone: string): Promise<boolean> =>
      (await db
        .selectFrom('sub_accounts')
        .select('user_id')
        .where('master_id', '=', masterId)
        .where('invited_phone', '=', invitedPhone)
        .executeTakeFirst()) !== undefined,
    /** Returns the invitations a phone may still accept, newest first. */
    invitations: (invitedPhone: string, now: Date) =>
      db
        .selectFrom('sub_accounts as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .innerJoin('users as m', 'm.id', 's.master_id')
        .leftJoin('real_names as r', 'r.user_id', 's.master_id')
        .where('s.invited_phone', '=', invitedPhone)
        .where('s.removed_at', 'is', null)
        .where('s.invited_until', '>', now)
        .where('u.frozen_at', 'is', null)
        .where('m.frozen_at', 'is', null)
        .orderBy('s.invited_until', 'desc')
        .select(['s.user_id as id', 's.name', 's.invited_until', 'm.nickname', 'm.phone', 'r.name_masked'])
        .execute(),
    /** Locks an invitation until the transaction ends, so that it is accepted once and not while it is withdrawn. */
    lockInvitation: (id: string, invitedPhone: string) =>
      db
        .selectFrom('sub_accounts')
        .selectAll()
        .where('user_id', '=', id)
        .where('invited_phone', '=', invitedPhone)
        .forNoKeyUpdate()
        .executeTakeFirst(),
    /** Sets the holder of the account. Returns false if another account has the phone; the transaction is then aborted. */
    handOver: (id: string, holder: Required<Pick<Updateable<DB['users']>, 'phone' | 'password_hash' | 'password_set_at'>>) =>
      updateUserWithPhone(db, id, holder),
    lockMaster: (masterId: string) => db.selectFrom('users').select('id').where('id', '=', masterId).forNoKeyUpdate().execute(),
    /** Counts the invited sub-accounts, or those that directories vouch for. */
    count: async (masterId: string, by: 'invitation' | 'directory'): Promise<number> => {
      const { n } = await db
        .selectFrom('sub_accounts as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .where('s.master_id', '=', masterId)
        .where('s.removed_at', 'is', null)
        .where('u.phone', by === 'directory' ? 'like' : 'not like', 'directory:%')
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    isCodeTaken: async (inviteCode: string): Promise<boolean> =>
      (await db.selectFrom('users').select('id').where('invite_code', '=', inviteCode).executeTakeFirst()) !== undefined,
    /** Inserts a user; returns false if the phone already has an account. */
    insertUser: (row: Insertable<DB['users']>) => insertUser(db, row),
    insert: (row: Insertable<DB['sub_accounts']>) => db.insertInto('sub_accounts').values(row).execute(),
    update: (id: string, changes: Updateable<DB['sub_accounts']>) =>
      db.updateTable('sub_accounts').set(changes).where('user_id', '=', id).execute(),
    rename: (id: string, nickname: string) => db.updateTable('users').set({ nickname }).where('id', '=', id).execute(),
    /** Closes the account: ends sign-in and frees phone and WeChat for another account; ledger and bills stay. */
    close: async (id: string, at: Date) => {
      await db
        .updateTable('sub_accounts')
        .set({ removed_at: at, monthly_fen: null, invited_phone: null, invited_until: null })
        .where('user_id', '=', id)
        .execute()
      await db.deleteFrom('wechat_bindings').where('user_id', '=', id).execute()
      await db.deleteFrom('directory_people').where('user_id', '=', id).execute()
      const gone = { phone: `closed:${id}`, password_hash: 'none', frozen_at: at, frozen_reason: '主账号已删除' }
      await db.updateTable('users').set(gone).where('id', '=', id).execute()
    },
    hasInstances: async (id: string): Promise<boolean> => {
      const row = await db
        .selectFrom('instances')
        .select('id')
        .where('user_id', '=', id)
        .where('released_at', 'is', null)
        .executeTakeFirst()
      return row !== undefined
    },
    /** Selects this user's limits and those of its project; no row if the user is not a sub-account. */
    selectLimits: (userId: string) =>
      db
        .selectFrom('sub_accounts as s')
        .leftJoin('projects as p', 'p.id', 's.project_id')
        .where('s.user_id', '=', userId)
        .select([
          's.price_max_micro',
          's.instances_max',
          's.project_id',
          'p.name as project_name',
          'p.gpus_max',
          sql<number>`(select count(*)::int from instances i where i.user_id = s.user_id and i.released_at is null)`.as(
            'instances',
          ),
        ]),
    own: (userId: string) =>
      db
        .selectFrom('sub_accounts as s')
        .innerJoin('users as m', 'm.id', 's.master_id')
        .where('s.user_id', '=', userId)
        .leftJoin('projects as p', 'p.id', 's.project_id')
        .select(['s.price_max_micro', 's.instances_max', 's.monthly_fen', 's.project_id', 'm.nickname', 'm.phone'])
        .select(['p.name as project_name', 'p.gpus_max'])
        .executeTakeFirst(),
    masterOf: (id: string) => db.selectFrom('users').select(['nickname', 'phone']).where('id', '=', id).executeTakeFirstOrThrow(),
    /** Returns the masters of those users who have one, by user id. */
    masters: async (userIds: readonly string[]): Promise<Map<string, string>> => {
      if (userIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('users')
        .select(['id', 'master_id'])
        .where('id', 'in', userIds)
        .where('master_id', 'is not', null)
        .execute()
      return new Map(rows.map(({ id, master_id: masterId }) => [id, masterId!]))
    },
    /** Returns the sub-accounts whose budget has not been topped up this month. */
    dueForTopUp: (month: string) =>
      db
        .selectFrom('sub_accounts')
        .select(['user_id', 'master_id'])
        .where('monthly_fen', 'is not', null)
        .where('removed_at', 'is', null)
        .where('topped_month', '<', month)
        .orderBy('user_id')
        .execute(),
  }
}
