import { type Kysely, sql } from 'kysely'
import type { SmsProviderName } from '#contract/sms-receipts.ts'
import type { DB } from '#server/db/types.ts'
import type { SmsReceipt, SmsTaken } from '#server/ports/sms.ts'

/** All SQL of messages that a provider of SMS took. */
export const smsSendsRepo = (db: Kysely<DB>) => ({
  insert: (send: SmsTaken & { purpose: string; sent_at: Date }) =>
    db
      .insertInto('sms_sends')
      .values(send)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  /** Writes down the first receipt of each message; returns the new states. Ids that nobody sent are passed over. */
  report: async (provider: SmsProviderName, receipts: readonly SmsReceipt[], at: Date) => {
    const column = <Key extends keyof SmsReceipt>(key: Key) => receipts.map((receipt) => receipt[key])
    const { rows } = await sql<{ state: 'delivered' | 'failed' }>`
      with locked as (
        select message_id from sms_sends
        where provider = ${provider} and message_id = any(${column('message_id')}::text[]) and state = 'sent'
        order by message_id for no key update)
      update sms_sends s
      set state = case when r.delivered then 'delivered' else 'failed' end, error = r.error, reported_at = ${at}::timestamptz
      from locked join unnest(${column('message_id')}::text[], ${column('delivered')}::boolean[], ${column('error')}::text[])
        as r(message_id, delivered, error) using (message_id)
      where s.provider = ${provider} and s.message_id = locked.message_id and s.state = 'sent'
      returning s.state`.execute(db)
    return rows.map(({ state }) => state)
  },
  countReported: (provider: SmsProviderName, since: Date) =>
    db
      .selectFrom('sms_sends')
      .select((eb) => [
        eb.fn.countAll<number>().as('reported'),
        eb.fn.countAll<number>().filterWhere('state', '=', 'failed').as('failed'),
      ])
      .where('provider', '=', provider)
      .where('reported_at', '>=', since)
      .executeTakeFirstOrThrow(),
  findSentAt: (purpose: string, at: Date) =>
    db
      .selectFrom('sms_sends')
      .select(['state', 'error'])
      .where('purpose', '=', purpose)
      .where('sent_at', '=', at)
      .executeTakeFirst(),
})
