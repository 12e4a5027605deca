import type { Insertable, Kysely, Selectable } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for QR code scenes and their messages. */
export const scenesRepo = (db: Kysely<DB>) => {
  const one = (scene: string) => db.selectFrom('wechat_scenes').selectAll().where('scene', '=', scene)
  const change = (scene: string, columns: Partial<Selectable<DB['wechat_scenes']>>) =>
    db.updateTable('wechat_scenes').set(columns).where('scene', '=', scene).execute()
  return {
    insert: (row: Insertable<DB['wechat_scenes']>) => db.insertInto('wechat_scenes').values(row).execute(),
    find: (scene: string) => one(scene).executeTakeFirst(),
    /** Locks the scene until the transaction ends, so that it is scanned, confirmed and used only once. */
    lock: (scene: string) => one(scene).forNoKeyUpdate().executeTakeFirst(),
    setScanned: (scene: string, openId: string) => change(scene, { open_id: openId }),
    setConfirmed: (scene: string, now: Date, expiresAt: Date) => change(scene, { confirmed_at: now, expires_at: expiresAt }),
    setDeclined: (scene: string, now: Date) => change(scene, { declined_at: now }),
    setUsed: (scene: string, now: Date) => change(scene, { used_at: now }),
    /** Returns false if this message was already received. */
    remember: async (message: Insertable<DB['wechat_messages']>) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('wechat_messages')
        .values(message)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
  }
}

export type SceneRow = Selectable<DB['wechat_scenes']>
