import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

export const housekeepingRepo = (db: Kysely<DB>) => ({
  /**
   * Deletes stream events before the first one that is recent enough, so that the kept range has no gaps. Always keeps the newest
   * event; without it, nobody could tell what has been deleted.
   */
  streamEvents: (before: Date) =>
    sql`delete from stream_events where position < least(
      (select min(position) from stream_events where created_at >= ${before}), (select max(position) from stream_events))`.execute(
      db,
    ),
  idempotencyKeys: (before: Date) => db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute(),
  answersOf: (endpoints: readonly string[], before: Date) =>
    db.deleteFrom('idempotency_keys').where('endpoint', 'in', endpoints).where('created_at', '<', before).execute(),
  captchas: (before: Date) => db.deleteFrom('captchas').where('created_at', '<', before).execute(),
  rateLimits: (before: Date) => db.deleteFrom('rate_limits').where('window_started_at', '<', before).execute(),
  refreshTokens: (before: Date) => db.deleteFrom('refresh_tokens').where('expires_at', '<', before).execute(),
  noticeDeliveries: (before: Date) => db.deleteFrom('notice_deliveries').where('ended_at', '<', before).execute(),
  /** Those of tests stay: the opening checklist reads what became of the last. */
  smsSends: (before: Date) => db.deleteFrom('sms_sends').where('sent_at', '<', before).where('purpose', '<>', 'test').execute(),
  gpuReleases: (before: Date) => db.deleteFrom('gpu_releases').where('at', '<', before).execute(),
  portTickets: (before: Date) => db.deleteFrom('port_tickets').where('expires_at', '<', before).execute(),
  passwordsOfReleased: () =>
    db
      .deleteFrom('instance_passwords as p')
      .using('instances as i')
      .whereRef('i.id', '=', 'p.instance_id')
      .where('i.released_at', 'is not', null)
      .execute(),
  wechatScenes: (before: Date) => db.deleteFrom('wechat_scenes').where('expires_at', '<', before).execute(),
  wechatMessages: (before: Date) => db.deleteFrom('wechat_messages').where('received_at', '<', before).execute(),
  signInTickets: (before: Date) => db.deleteFrom('sign_in_tickets').where('expires_at', '<', before).execute(),
  factorEnrolments: (before: Date) => db.deleteFrom('second_factor_enrolments').where('expires_at', '<', before).execute(),
  directoryVisits: (before: Date) => db.deleteFrom('directory_visits').where('expires_at', '<', before).execute(),
  terminalTickets: (before: Date) => db.deleteFrom('terminal_tickets').where('expires_at', '<', before).execute(),
})
