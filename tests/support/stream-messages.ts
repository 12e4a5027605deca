import type { TestPlatform } from '#tests/support/platform.ts'

/** All messages that were put on the stream of a user. */
export async function listStreamMessages({ deps }: Pick<TestPlatform, 'deps'>, userId: string) {
  const rows = await deps.database.kysely.selectFrom('stream_events').select('message').where('user_id', '=', userId).execute()
  return rows.map(({ message }) => message)
}
